// Texts in sight whose contrast with their background is below 4.5:1 (WCAG 2.1, 1.4.3): of each class of elements, only
// the text with the worst contrast. A line is like `3.96 run item: 1e 00`. Texts in pictures, in disabled elements and
// on backgrounds with images are skipped. Fewer than five texts are an error.
const linear = c => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
const luminance = c => .2126 * linear(c[0]) + .7152 * linear(c[1]) + .0722 * linear(c[2]);
const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const colour = text => {
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = text;
  pixel.fillRect(0, 0, 1, 1);
  const d = pixel.getImageData(0, 0, 1, 1).data;
  return [d[0], d[1], d[2], d[3] / 255];
};
const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3]));
const behind = e => {
  const layers = [];
  for (let at = e; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.backgroundImage !== 'none') return null;
    layers.push(colour(style.backgroundColor));
    if (layers.at(-1)[3] === 1) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
};
const worst = new Map();
let seen = 0;
for (const e of document.querySelectorAll('body *')) {
  const text = [...e.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent.trim()).join(' ').trim();
  if (!text || e.closest('svg, [inert], :disabled') || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
  const box = e.getBoundingClientRect();
  if (box.width < 2 || box.bottom < 0 || box.top > innerHeight) continue;
  const back = behind(e);
  if (!back) continue;
  seen += 1;
  const [a, b] = [luminance(over(colour(getComputedStyle(e).color), back)), luminance(back)];
  const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
  const name = `${e.className} ${e.dataset.mark ?? ''}`.trim();
  if (ratio < 4.5 && !(worst.get(name)?.[0] <= ratio)) worst.set(name, [ratio, text]);
}
return seen < 5 ? ['too few texts'] : [...worst].map(([name, [ratio, text]]) => `${ratio.toFixed(2)} ${name}: ${text.slice(0, 40)}`);
