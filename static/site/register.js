// Starts the service worker. Not on this computer's own addresses, where other programs are served tomorrow, unless it is asked for.
const { hostname, search } = location;
const own = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && !new URLSearchParams(search).has('offline');

// A line above the page, for what the program itself cannot know.
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
  // Beside the body: what is in that is replaced when the program starts.
  document.documentElement.append(bar);
};

// A new version waits until nobody has the old one open, or until it is wanted.
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
  // Without it the page works as well, as long as there is a network.
  navigator.serviceWorker.register('sw.js').then(watch, why => console.info('The page is not kept for offline use:', why));
  const say = () => {
    if (navigator.onLine) document.querySelector('.pagebar.away')?.remove();
    else line('away', 'No network: files, lessons and small samples open as before, and what was opened here once; files on the web do not.');
  };
  addEventListener('online', say);
  addEventListener('offline', say);
  say();
}
