// Measures in the page. Each call passes its answer to its last argument, a callback.
const [what, ...rest] = arguments;
const done = rest.pop();
const task = () => new Promise(next => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = next;
  port2.postMessage(0);
});
const frame = () => new Promise(requestAnimationFrame);

// One key: sets the field's new text, and sends the event that the browser would send. `script` is the time until none
// of the page's code is left to run; `painted` is the time until the first task after the frame that shows the result.
const key = async text => {
  const input = document.querySelector('#search');
  const began = performance.now();
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await task();
  const script = performance.now() - began;
  await frame();
  await task();
  const painted = performance.now() - began;
  // The status for screen readers says how long the search itself took, if the page did it.
  const said = / ([0-9.]+) ms/.exec(document.querySelector('[aria-label="Types found"]').textContent);
  return { script, painted, search: said ? Number(said[1]) : null };
};

// One step of scrolling. Both times begin with the scroll event, before the page's own listeners. `script` ends with
// the frame's callbacks, after the page has drawn; `painted` also includes style, layout and painting.
const scroll = async (element, top) => {
  let began = 0;
  const hear = () => { began = performance.now(); };
  window.addEventListener('scroll', hear, { capture: true, once: true });
  element.scrollTop = top;
  await frame();
  const script = began ? performance.now() - began : 0;
  await task();
  return { script, painted: began ? performance.now() - began : 0 };
};

// Makes a change to the page. Then waits, in this order, until the element of a selector is gone, until it is there
// again, until the promise of `then` is fulfilled, and for the next task. Returns the time from the change.
const again = async (change, selector, then = async () => {}) => {
  const there = () => document.querySelector(selector) !== null;
  const until = is => new Promise(next => {
    if (there() === is) return next();
    const seen = new MutationObserver(() => { if (there() === is) { seen.disconnect(); next(); } });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  const began = performance.now();
  change();
  await until(false);
  await until(true);
  await then();
  await task();
  return performance.now() - began;
};

// The dialog's answer: a history, or why there is none.
const SHOWN = '.atlas .past, .atlas [role=alert]';

// A history, asked for in the dialog of the atlas, where its name is typed already. `painted` is the time from the key
// to the first task after the frame that shows the answer. `answered` and `drawn` are the parts of this time before and
// after the worker's message.
const past = async question => {
  const field = document.querySelector('#askindialog');
  const sent = window.sent.length, came = window.came.length;
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  const began = performance.now();
  const painted = await again(() => field.dispatchEvent(enter), SHOWN, frame);
  const shown = document.querySelector(SHOWN);
  if (!shown.querySelector('h2')?.textContent.includes(question)) throw new Error(shown.textContent);
  // Other messages would be part of the time.
  const messages = [window.sent.length - sent, window.came.length - came];
  if (messages.join() !== '1,1') throw new Error(`${messages.join(' and ')} messages to and from the worker`);
  const answered = window.came[came] - began;
  return { painted, answered, drawn: painted - answered };
};

// Drags in the graph. For each move, `script` is the time until none of the page's code is left to run; `painted` is
// the time until the next task after the frame that shows the move.
const moves = async (element, x, y, times) => {
  const send = (type, x, y) => element.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, bubbles: true }));
  send('pointerdown', x, y);
  const out = [];
  for (let i = 1; i <= times; i++) {
    const began = performance.now();
    send('pointermove', x + 3 * i, y + 2 * i);
    await task();
    const script = performance.now() - began;
    await frame();
    await task();
    out.push({ script, painted: performance.now() - began });
  }
  send('pointerup', x + 3 * times, y + 2 * times);
  return out;
};

// The longest time for which the page's thread is busy without a break, from a change until the graph has been drawn
// for it.
const busiest = async change => {
  let last = performance.now(), worst = 0, on = true;
  const watch = (async () => {
    while (on) {
      await task();
      worst = Math.max(worst, performance.now() - last);
      last = performance.now();
    }
  })();
  const began = performance.now();
  change();
  const at_work = () => document.querySelector('.graphview[aria-busy=true], .app[data-busy]') !== null;
  for (let calm = 0; calm < 3; calm = at_work() ? 0 : calm + 1) await frame();
  on = false;
  await watch;
  return { longest: worst, ms: performance.now() - began };
};

const work = {
  async graph(what, times, first = 0) {
    const svg = document.querySelector('svg.graph'), r = svg.getBoundingClientRect();
    if (what === 'pan') return moves(svg, r.left + 4, r.top + 4, times);
    if (what === 'drag') {
      const box = svg.querySelector('.node.root rect'), at = box.getBoundingClientRect();
      return moves(box, at.left + 4, at.top + 4, times);
    }
    const out = [];
    for (let i = first; i < first + times; i++) {
      const key = what === 'step' ? ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft'][i % 4] : 'Enter';
      const press = () => svg.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const nodes = () => svg.querySelectorAll('.node').length, before = nodes();
      out.push({ ...await busiest(press), nodes: Math.abs(nodes() - before) });
    }
    return out;
  },
  async click(button, selector, times) {
    const out = [];
    for (let i = 0; i < times; i++) out.push({ ms: await again(() => document.querySelector(button).click(), selector) });
    return out;
  },
  async go(hashes, selector) {
    const out = [];
    for (const hash of hashes) out.push({ ms: await again(() => { location.hash = hash; }, selector) });
    return out;
  },
  async history(question) {
    return [await past(question)];
  },
  async keys(texts) {
    const out = [];
    for (const text of texts) out.push({ text, ...await key(text) });
    return out;
  },
  async scroll(selector, steps, pixels) {
    const element = document.querySelector(selector);
    const out = [];
    for (let i = 1; i <= steps; i++) out.push(await scroll(element, i * pixels % (element.scrollHeight - element.clientHeight)));
    return out;
  },
};
work[what](...rest).then(done, error => done({ error: String(error) }));
