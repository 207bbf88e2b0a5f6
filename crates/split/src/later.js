// The second module. It is fetched after the first paint (`later`); what is called before it is there waits for it (`laterNow`).
const laterUrl = new URL('LATER', import.meta.url);
// Its bytes, where a service worker has them: without a network a request that holds the page up does not get them, as it goes past that.
let laterBytes;

function putLater(module) {
    if (wasm.LOADED.value === 0) {
        new WebAssembly.Instance(module, { FIRST: wasm });
        wasm.LOADED.value = 1;
    }
}

// A call from wasm cannot wait for a promise, so this one holds the page up. The answer is text of one byte a character.
function laterNow() {
    performance.mark('btfscope:later-now');
    if (laterBytes) {
        return putLater(new WebAssembly.Module(laterBytes));
    }
    try {
        const request = new XMLHttpRequest();
        request.open('GET', laterUrl, false);
        request.overrideMimeType('text/plain; charset=x-user-defined');
        request.send();
        if (request.status !== 200) {
            throw new Error(`${laterUrl}: status ${request.status}`);
        }
        putLater(new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0))));
    } catch (error) {
        wasm.btfscopeIncomplete();
        throw error;
    }
}

async function fetchLater() {
    const response = await fetch(laterUrl);
    return response.ok ? response.arrayBuffer() : undefined;
}

async function later() {
    if (wasm.LOADED.value === 0) {
        const bytes = laterBytes ?? await fetchLater();
        if (bytes) {
            putLater(await WebAssembly.compile(bytes));
            performance.mark('btfscope:later');
        }
    }
    laterBytes = undefined;
}

async function start(module) {
    if (navigator.serviceWorker?.controller) {
        laterBytes = await fetchLater().catch(() => {});
    }
    const exports = await __wbg_init(module);
    // Tests wait for it.
    const root = document.documentElement;
    root.setAttribute('data-incomplete', '');
    const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 100));
    // When that fails the first call tries again.
    idle(() => later().catch(() => {}).finally(() => root.removeAttribute('data-incomplete')));
    return exports;
}
