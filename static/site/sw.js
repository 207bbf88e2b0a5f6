// Keeps the files of the page in the browser, so that it opens without a network. `cargo xtask dist` writes HASH and FILES.
//
// A build is kept as a whole, under its own name, and answers until the last tab with it is closed: a page never meets files of
// another build. What the page loads on a click (samples, lessons) is kept when it has been loaded.
const OURS = `btfscope ${self.registration.scope} `;
const CACHE = OURS + 'HASH';
const FILES = [/* FILES */];

self.addEventListener('install', event => {
  // Past the browser's own cache, which may have an older index.html.
  const load = async () => (await caches.open(CACHE)).addAll(FILES.map(file => new Request(file, { cache: 'reload' })));
  event.waitUntil(load());
});

self.addEventListener('activate', event => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

const answer = async request => {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && /\/(samples|lessons)\//.test(new URL(request.url).pathname)) await cache.put(request, response.clone());
  return response;
};

self.addEventListener('fetch', event => {
  const { method, url } = event.request;
  if (method === 'GET' && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
});
