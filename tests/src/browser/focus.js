// True when the focus can be seen. Either the focused element or an element around it has an outline, or the border,
// shadow or background of the element or of its two nearest ancestors is different without the focus.
const e = document.activeElement;
if (!e || e === document.body) return false;
const shown = style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
if (shown(getComputedStyle(e))) return true;
// A surrounding element may draw the outline for an element inside it.
for (let frame = e; frame && frame !== document.body; frame = frame.parentElement) {
  if (frame.matches(':focus-within') && shown(getComputedStyle(frame))) return true;
}
const looks = () => {
  const seen = [];
  for (let frame = e, i = 0; frame && i < 3; frame = frame.parentElement, i += 1) {
    const { borderColor, boxShadow, backgroundColor } = getComputedStyle(frame);
    seen.push(borderColor, boxShadow, backgroundColor);
  }
  return seen.join('|');
};
const focused = looks();
e.blur();
const blurred = looks();
e.focus();
return focused !== blurred;
