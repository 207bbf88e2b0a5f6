// Fetches one file for the page that shows this page in a frame. Only pages of the same origin may ask, and only once.
const MOST = 2 ** 30;
const tell = what => parent.postMessage(what, location.origin);

const load = async address => {
  // The request reveals neither the person nor the page: no cookies, no referrer.
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) return { failed: `the server answers ${response.status} ${response.statusText}`.trim() };
  const total = Number(response.headers.get('content-length')) || 0;
  const reader = response.body.getReader();
  const parts = [];
  let done = 0;
  for (;;) {
    const part = await reader.read();
    if (part.done) return { loaded: new Blob(parts) };
    parts.push(part.value);
    done += part.value.length;
    if (done > MOST) return { failed: 'it has more than 1 GB' };
    tell({ done, total });
  }
};

if (parent !== self) {
  const listen = event => {
    if (event.source !== parent || event.origin !== location.origin || typeof event.data?.load !== 'string') return;
    removeEventListener('message', listen);
    // After an error, the browser does not tell why: the network may have failed, or the server may not let other sites
    // read its files.
    load(event.data.load).then(tell, () => tell({ failed: '' }));
  };
  addEventListener('message', listen);
  tell({ ready: true });
}
