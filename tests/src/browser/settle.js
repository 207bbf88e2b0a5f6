// Calls back with true as soon as the page has been at rest for arguments[0] milliseconds. After a minute, calls back
// with false.
const [quietFor, done] = arguments;
const began = performance.now();
let changed = began;
const observer = new MutationObserver(() => { changed = performance.now(); });
observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
const look = () => {
  const now = performance.now();
  const busy = document.readyState !== 'complete' || document.querySelector('[data-busy], [data-incomplete], [aria-busy="true"], [role="progressbar"]');
  const quiet = !busy && now - changed > quietFor;
  if (quiet || now - began > 60000) {
    observer.disconnect();
    document.fonts.ready.then(() => done(quiet));
  } else {
    setTimeout(look, 15);
  }
};
look();
