// Runs before the page's program: sets the colours, and takes files that are dropped or chosen meanwhile.
const root = document.documentElement;
let chosen = null;
try {
  chosen = localStorage.getItem('btfscope.theme');
} catch {
  // The browser has local storage switched off.
}
const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
root.dataset.theme = ['light', 'dark'].includes(chosen) ? chosen : system;

const waiting = [];
// `failed.js` removes `aria-busy` when the program does not start.
const isEarly = () => document.querySelector('.shell[aria-busy]') !== null;
const keep = files => {
  waiting.push(...files);
  const names = waiting.map(file => file.name).join(', ');
  document.querySelector('.shell [role=status]').textContent = `${names}: opens as soon as the program of this page is loaded.`;
};
addEventListener('dragover', event => isEarly() && event.preventDefault());
addEventListener('drop', event => {
  if (!isEarly()) return;
  event.preventDefault();
  keep(event.dataTransfer.files);
});
addEventListener('change', event => isEarly() && keep(event.target.files ?? []));

// Gives files to the program as if they were dropped now.
const give = files => {
  if (files.length === 0) return;
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
};

// When the program has replaced the shell, it gets the files that came before.
new MutationObserver((_, observer) => {
  if (!document.querySelector('.app')) return;
  observer.disconnect();
  give(waiting);
}).observe(root, { childList: true, subtree: true });

// Files that the system opens with the installed page (`file_handlers` in site.webmanifest).
if ('launchQueue' in window) {
  launchQueue.setConsumer(async ({ files }) => {
    const given = await Promise.all(files.map(handle => handle.getFile()));
    if (document.querySelector('.app')) give(given);
    else waiting.push(...given);
  });
}
