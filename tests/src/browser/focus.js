// Whether the focus can be seen: an outline or a border or a shadow that the same element lacks without it, or a marked active row.
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
