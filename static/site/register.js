// Starts the service worker. Not on localhost, where another site may be served at the same address tomorrow, unless
// the address has `?offline`.
const { hostname, search } = location;
const own = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && !new URLSearchParams(search).has('offline');

// Shows a message over the page, near its lower edge. The program of the page has no part in this.
const line = (name, text, act) => {
  const bar = document.createElement('div');
  bar.className = `pagebar ${name}`;
  bar.setAttribute('role', 'status');
  bar.append(text);
  for (const [title, done] of [act, ['×', () => bar.remove()]].filter(Boolean)) {
    const button = document.createElement('button');
    button.className = 'mini';
    button.textContent = title;
    if (title === '×') button.setAttribute('aria-label', 'Close this line');
    button.addEventListener('click', done);
    bar.append(' ', button);
  }
  document.querySelector(`.pagebar.${name}`)?.remove();
  // Outside of the body, whose content the program replaces when it starts.
  document.documentElement.append(bar);
};

// A new version waits until no tab uses the old one, or until the person asks for it.
const offer = worker => {
  const change = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    worker.postMessage('now');
  };
  line('newer', 'A new version of btfscope is here. Files that this browser does not remember have to be opened again.', ['Reload', change]);
};

const watch = registration => {
  const look = () => {
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  };
  look();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
};

if ('serviceWorker' in navigator && !own) {
  // The page works without a service worker, while there is a network.
  navigator.serviceWorker.register('sw.js').then(watch, why => console.info('The page is not kept for offline use:', why));
  const say = () => {
    if (navigator.onLine) document.querySelector('.pagebar.away')?.remove();
    else line('away', 'No network: your files, lessons and small samples open as before, and other samples that were opened here once; files on the web do not.');
  };
  addEventListener('online', say);
  addEventListener('offline', say);
  say();
}
