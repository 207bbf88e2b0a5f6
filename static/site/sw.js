// Stores the files of the page in the browser, so that it opens without a network. `cargo xtask dist` writes HASH and FILES.
//
// Each build has a cache of its own with all of its files, lessons and small samples. It is used until the last tab with that build
// is closed, or until the person asks for the new one. The program's files have a hash in their names, so a page never gets those
// of another build. Other files that are loaded on a click (a kernel) are stored when they were loaded.
const OURS = `btfscope ${self.registration.scope} `;
const CACHE = OURS + 'HASH';
const FILES = [/* FILES */];

self.addEventListener('install', event => {
  // Bypasses the browser's HTTP cache, which may have an older index.html.
  const load = async () => (await caches.open(CACHE)).addAll(FILES.map(file => new Request(file, { cache: 'reload' })));
  event.waitUntil(load());
});

// `register.js` sends this when the person asks for the new version.
self.addEventListener('message', event => {
  if (event.data === 'now') self.skipWaiting();
});

self.addEventListener('activate', event => {
  const clean = async () => {
    // Other tabs may still use the build before. Its files are kept until the next build.
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (pages.length > 1) return self.clients.claim();
    for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

// The atlas is requested by ranges. The first answers come from the network. Meanwhile, the whole file is fetched and stored, so
// that it works offline; then ranges are cut out of it. With the browser's data saver on, it is stored only when the whole file is
// requested.
const ATLAS = /\/atlas\/[^/]+\.atlas$/;

const part = async (whole, range) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const blob = await whole.blob();
  if (first === undefined || +first >= blob.size) return new Response(blob);
  const end = Math.min(+last + 1, blob.size);
  const headers = { 'Content-Range': `bytes ${first}-${end - 1}/${blob.size}`, 'Content-Type': 'application/octet-stream' };
  return new Response(blob.slice(+first, end), { status: 206, headers });
};

const keepAtlas = async (cache, url) => {
  const whole = await fetch(url);
  if (whole.ok && whole.status === 200) await cache.put(url, whole);
};

const atlas = async (request, event) => {
  const cache = await caches.open(CACHE);
  const range = request.headers.get('range');
  const kept = await cache.match(request.url);
  if (kept) return range ? part(kept, range) : kept;
  if (range && !navigator.connection?.saveData) event.waitUntil(keepAtlas(cache, request.url).catch(() => {}));
  const response = await fetch(request);
  if (!range && response.status === 200) await cache.put(request.url, response.clone());
  return response;
};

const answer = async request => {
  const cache = await caches.open(CACHE);
  const kept = (await cache.match(request, { ignoreSearch: true })) ?? (await caches.match(request, { ignoreSearch: true }));
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && /\/(samples|lessons)\//.test(new URL(request.url).pathname)) await cache.put(request, response.clone());
  return response;
};

self.addEventListener('fetch', event => {
  const { method, url } = event.request;
  if (method !== 'GET' || !url.startsWith(self.registration.scope)) return;
  event.respondWith(ATLAS.test(new URL(url).pathname) ? atlas(event.request, event) : answer(event.request));
});
