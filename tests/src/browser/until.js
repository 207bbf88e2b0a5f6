// Repeats the check until it returns something, and calls back with a list of this result. After the given number of
// milliseconds, calls back with an empty list.
const given = [...arguments];
const done = given.pop();
const limit = given.pop();
const began = performance.now();
const check = async function () {
  CHECK
};
const look = () => {
  const from = performance.now();
  check.apply(null, given).then(
    found => {
      const now = performance.now();
      if (found !== undefined && found !== null && found !== false) done([found]);
      else if (now - began > limit) done([]);
      // The page does nothing else during a check, and on a large page a check takes milliseconds. So the longer a
      // check takes, the longer is the pause after it.
      else setTimeout(look, Math.min(Math.max(20, 5 * (now - from)), 500));
    },
    error => done(`${error?.stack ?? error}`));
};
look();
