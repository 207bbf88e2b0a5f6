// Says why the page's program does not start, and what to do. This script runs before all others, and also in browsers
// that are too old for the program.
(function () {
  'use strict';
  // A module with one function type, whose parameter is an externref: the program needs reference types, the newest
  // part of WebAssembly that it uses.
  var NEWEST = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 1, 111, 0]);
  var FOLDER = 'python3 -m http.server --bind 127.0.0.1 8000';
  var REPORT = 'https://github.com/btfscope/btfscope/issues';
  var told = false;

  var element = function (parent, tag, text) {
    var made = document.createElement(tag);
    made.textContent = text;
    parent.appendChild(made);
    return made;
  };

  var isolated = function () {
    return self.origin === 'null';
  };

  var lacksWebAssembly = function () {
    return typeof WebAssembly !== 'object' || typeof WebAssembly.validate !== 'function';
  };

  var isOld = function () {
    return !('noModule' in document.createElement('script')) || !WebAssembly.validate(NEWEST);
  };

  // The cause: a title, what to do, a line to copy, and whether files that were loaded may be at fault.
  var cause = function (what) {
    if (location.protocol === 'file:') {
      return ['This page does not run from a folder', 'Browsers run no WebAssembly from a file: address. Serve the folder on this computer with the line below and open http://127.0.0.1:8000/, or run `btfscope view`, which has the page inside.', FOLDER, false];
    }
    if (lacksWebAssembly()) {
      return ['This browser has no WebAssembly', 'It is old, or WebAssembly is switched off in it: by a setting, a policy, or Lockdown Mode on devices of Apple. Switch it on for this page, or use another browser.', '', false];
    }
    if (isOld()) {
      return ['This browser is too old', 'It lacks parts of WebAssembly that this page uses (reference types). Update it, or use another browser.', '', false];
    }
    if (isolated()) {
      return ['This frame keeps the page from running', 'It is in a frame with the attribute sandbox and without allow-same-origin. Open the page in a tab of its own:', location.href, false];
    }
    if (navigator.onLine === false) {
      return ['There is no network', 'The program of this page could not be loaded. Reload the page when the network is back.', what, true];
    }
    return ['The program of this page could not be loaded', 'Reload the page. If that does not help, clear what this browser keeps of the program; your files and settings stay. If it still does not start, a file is missing or damaged on the server: send the line below to the people who run it.', what, true];
  };

  // The addresses of the page and of the files that it loads.
  var parts = function () {
    var scope = new URL('./', location.href.split('#')[0]).href;
    var found = [location.href.split('#')[0]];
    var elements = document.querySelectorAll('script[src], link[href]');
    for (var i = 0; i < elements.length; i += 1) {
      var address = elements[i].src || elements[i].href;
      if (address.indexOf(scope) === 0) found.push(address);
    }
    return found;
  };

  // Clears the program's files out of the browser's stores, and asks the server for each of them anew.
  var clear = function () {
    var scope = new URL('./', location.href.split('#')[0]).href;
    var work = [];
    var attempt = function (act) {
      try {
        work.push(Promise.resolve(act()).catch(function () {}));
      } catch (refused) {
        // Private windows and frames refuse access to their stores, which then have nothing to clear.
      }
    };
    attempt(function () {
      return caches.keys().then(function (names) {
        return Promise.all(names.map(function (name) {
          return name.indexOf('btfscope ' + scope + ' ') === 0 && caches.delete(name);
        }));
      });
    });
    attempt(function () {
      return navigator.serviceWorker.getRegistration(scope).then(function (registration) {
        return registration && registration.unregister();
      });
    });
    parts().forEach(function (address) {
      attempt(function () { return fetch(address, { cache: 'reload' }); });
    });
    Promise.all(work).then(function () { location.reload(); });
  };

  // The size and the media type of a file. They differ if a host answered with another page in place of a missing file.
  var look = function (address, mode) {
    return fetch(address, { cache: mode, mode: 'same-origin' }).then(function (response) { return response.blob(); })
      .then(function (blob) { return blob.size + ' ' + blob.type; });
  };

  // Asks the server for each file anew. If a file differs from the one that the browser kept, as after half a
  // deployment, the page is loaded again; only once, because the server may alternate between versions.
  var renew = function () {
    var entry = performance.getEntriesByType('navigation')[0];
    var changed = parts().map(function (address) {
      var before = look(address, 'only-if-cached').catch(function () { return ''; });
      return before.then(function (kept) {
        return look(address, 'reload').then(function (now) { return kept !== '' && kept !== now; }, function () { return false; });
      });
    });
    Promise.all(changed).then(function (all) {
      if (entry && entry.type !== 'reload' && all.indexOf(true) >= 0) location.reload();
    });
  };

  // Replaces the text that the page shows while the program is being loaded.
  var tell = function (what) {
    var shell = document.querySelector('.shell');
    if (told || !shell) return;
    told = true;
    var found = cause(what);
    var tile = shell.querySelector('.tile');
    shell.removeAttribute('aria-busy');
    tile.textContent = '';
    tile.setAttribute('role', 'alert');
    element(tile, 'h2', found[0]);
    element(tile, 'p', found[1]);
    if (found[2]) element(tile, 'pre', found[2]).className = 'snip';
    var buttons = element(tile, 'p', '');
    buttons.className = 'failed';
    var button = function (text, act) {
      var made = element(buttons, 'button', text);
      made.className = 'btn';
      made.addEventListener('click', act);
    };
    if (isolated() && found[2] === location.href) {
      var link = element(buttons, 'a', 'Open in a tab');
      link.className = 'btn';
      link.href = location.href;
      link.target = '_blank';
      link.rel = 'noopener';
    }
    if (found[3]) {
      renew();
      button('Reload', function () { location.reload(); });
      button('Clear this page\u2019s cache', clear);
    }
    var report = element(buttons, 'a', 'Report it');
    report.href = REPORT;
    report.className = 'link';
  };

  // The cause may be known before the page has a body.
  var later = function (what) {
    if (document.body) tell(what);
    else document.addEventListener('DOMContentLoaded', function () { tell(what); });
  };

  addEventListener('error', function (event) {
    var from = event.target;
    if (from && from.tagName === 'SCRIPT') later('Not loaded: ' + from.src);
    // Links are preloads and styles: without them the page starts all the same.
    else if (!from || !from.tagName) later(event.message || String(event.error));
  }, true);
  addEventListener('unhandledrejection', function (event) { later(String(event.reason)); });
  document.addEventListener('DOMContentLoaded', function () {
    // A browser without modules skips the scripts of the program without an error.
    if (lacksWebAssembly() || isOld()) tell('');
  });
})();
