// Repeats the check until it returns something, and calls back with a list of this result. After the given number of
// milliseconds, calls back with an empty list.
const given = [...arguments];
const done = given.pop();
const limit = given.pop();
const began = performance.now();
const check = async function () {
  CHECK
};
const look = () => check.apply(null, given).then(
  found => {
    if (found !== undefined && found !== null && found !== false) done([found]);
    else if (performance.now() - began > limit) done([]);
    else setTimeout(look, 20);
  },
  error => done(`${error?.stack ?? error}`));
look();
