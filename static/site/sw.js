// Stores the files of the page in the browser, so that the page opens without a network. `cargo xtask dist` writes
// HASH, FILES and LATER.
//
// Each build has a cache of its own with all of its files, lessons and small samples. The cache is used until the last
// tab with that build is closed, or until the person asks for the new build. The program's files have a hash in their
// names, so a page never gets the files of another build. Each other file that is loaded on a click (a kernel, an
// atlas) is stored once it has been loaded.
//
// Only files that the build made are stored: a host may answer with another page for a missing file, or be in the
// middle of a deployment.
const OURS = `btfscope ${self.registration.scope} `;
const CACHE = OURS + 'HASH';
// The files of the build that are stored at once, and the files that are stored when they are loaded. Each address has
// a digest, in the form of the attribute `integrity`.
const FILES = new Map([/* FILES */]);
const LATER = new Map([/* LATER */]);

// Stores a file of the build. Bypasses the browser's HTTP cache, which may have an older index.html. The browser
// refuses an answer of another digest.
const store = async (cache, file, integrity) => {
  const response = await fetch(new Request(file, { cache: 'reload', integrity }));
  if (!response.ok) throw new TypeError(`${file}: ${response.status}`);
  await cache.put(file, response);
};

// Whether a response has the digest of the file that the build made.
const isOf = async (integrity, response) => {
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return integrity === `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
};

// The address of a request as the lists above have it.
const named = url => `./${url.slice(self.registration.scope.length).split(/[?#]/)[0]}`;

// Stores all of FILES, or fails: if the server lacks a file as the build made it, the installation is tried again at
// the page's next start. Files that are stored already are not fetched again.
self.addEventListener('install', event => {
  const load = async () => {
    const cache = await caches.open(CACHE);
    const one = async ([file, integrity]) => (await cache.match(file)) ?? store(cache, file, integrity);
    await Promise.all(Array.from(FILES, one));
  };
  event.waitUntil(load());
});

// Looks through the stored files. A file of FILES that is damaged or gone is fetched again, so that the next start has
// it. A file of LATER that is damaged is deleted.
const mend = async () => {
  const cache = await caches.open(CACHE);
  for (const [file, integrity] of [...FILES, ...LATER]) {
    const kept = await cache.match(file, { ignoreSearch: true });
    if (kept ? await isOf(integrity, kept) : LATER.has(file)) continue;
    const forget = () => cache.delete(file, { ignoreSearch: true });
    await (FILES.has(file) ? store(cache, file, integrity).catch(forget) : forget());
  }
};

// `register.js` sends this when the person asks for the new version.
self.addEventListener('message', event => {
  if (event.data === 'now') self.skipWaiting();
});

self.addEventListener('activate', event => {
  const clean = async () => {
    // Other tabs may still use the previous build. Its files are kept until the next build.
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (pages.length > 1) return self.clients.claim();
    for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

// The atlas is requested by ranges. The first answers come from the network. Meanwhile, the whole file is fetched and
// stored, so that it works offline; from then on, ranges are cut out of the stored file. With the browser's data saver
// on, the file is stored only when the page requests all of it.
const ATLAS = /\/atlas\/[^/]+\.atlas$/;

const part = async (whole, range) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const blob = await whole.blob();
  if (first === undefined || +first >= blob.size) return new Response(blob);
  const end = Math.min(+last + 1, blob.size);
  const headers = { 'Content-Range': `bytes ${first}-${end - 1}/${blob.size}`, 'Content-Type': 'application/octet-stream' };
  return new Response(blob.slice(+first, end), { status: 206, headers });
};

// Stores a file that was loaded on a click. A full disk is no error: the file is then loaded again the next time.
const keep = async (cache, url, response) => {
  try {
    if (response.status === 200 && (await isOf(LATER.get(named(url)), response.clone()))) await cache.put(url, response);
  } catch (why) {
    console.info('Not stored for offline use:', url, why);
  }
};

// The atlases that are being loaded whole for offline use. Without this list, each range that is requested meanwhile
// would load the whole atlas again.
const loading = new Set();

const atlas = async (request, event) => {
  // An atlas that was put beside the page after the build is not stored, so only the requested ranges are fetched.
  if (!LATER.has(named(request.url))) return fetch(request);
  const cache = await caches.open(CACHE);
  const range = request.headers.get('range');
  const kept = await cache.match(request.url);
  if (kept) return range ? part(kept, range) : kept;
  if (range && !navigator.connection?.saveData && !loading.has(request.url)) {
    loading.add(request.url);
    const whole = fetch(request.url).then(whole => keep(cache, request.url, whole), () => {});
    event.waitUntil(whole.finally(() => loading.delete(request.url)));
  }
  const response = await fetch(request);
  if (!range) await keep(cache, request.url, response.clone());
  return response;
};

const answer = async request => {
  const cache = await caches.open(CACHE);
  const kept = (await cache.match(request, { ignoreSearch: true })) ?? (await caches.match(request, { ignoreSearch: true }));
  if (kept) return kept;
  const response = await fetch(request);
  if (LATER.has(named(request.url))) await keep(cache, request.url, response.clone());
  return response;
};

let mending = null;

self.addEventListener('fetch', event => {
  const { method, mode, url } = event.request;
  if (method !== 'GET' || !url.startsWith(self.registration.scope)) return;
  if (mode === 'navigate') {
    // Mends at each start of the page, but only once at a time, even if many frames start.
    mending ??= mend().catch(() => {}).finally(() => (mending = null));
    event.waitUntil(mending);
  }
  event.respondWith(ATLAS.test(new URL(url).pathname) ? atlas(event.request, event) : answer(event.request));
});
