// Takes the next paste. `pasteForTests` returns its text once it came, and then gives the focus back to the element
// that had it.
const before = document.activeElement;
const area = document.createElement('textarea');
area.style.cssText = 'position: fixed; top: 0; left: 0; width: 9px; height: 9px; opacity: 0';
// The page must not handle these events.
for (const type of ['keydown', 'keyup', 'paste']) area.addEventListener(type, event => event.stopPropagation());
// The test presses the keys again until a text came, so a second paste may follow: only the first text counts.
area.addEventListener('paste', event => { if (area.value) event.preventDefault(); });
document.body.append(area);
area.focus();
window.pasteForTests = () => {
  const text = area.value;
  if (!text) return null;
  area.remove();
  before?.focus();
  return text;
};
