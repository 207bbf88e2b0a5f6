// Finds elements by role and accessible name, near enough to the browser's own computation for our page. It knows
// explicit roles, the implicit roles of the elements we use, aria-labelledby, aria-label, <label>, and text, except
// text that is hidden from screen readers.

const IMPLICIT = {
  A: e => e.hasAttribute('href') ? 'link' : '',
  ARTICLE: () => 'article', DETAILS: () => 'group', SUMMARY: () => 'button', ASIDE: () => 'complementary', BUTTON: () => 'button', DD: () => 'definition', DIALOG: () => 'dialog',
  DT: () => 'term', FIGURE: () => 'figure', FOOTER: () => 'contentinfo', H1: () => 'heading', H2: () => 'heading', H3: () => 'heading',
  H4: () => 'heading', H5: () => 'heading', H6: () => 'heading', HEADER: () => 'banner', IMG: () => 'img', LI: () => 'listitem',
  MAIN: () => 'main', NAV: () => 'navigation', OL: () => 'list', OPTION: () => 'option', OUTPUT: () => 'status',
  PROGRESS: () => 'progressbar', SECTION: e => nameByAttribute(e) ? 'region' : '', TABLE: () => 'table', TD: () => 'cell',
  SELECT: e => e.multiple || e.size > 1 ? 'listbox' : 'combobox', TEXTAREA: () => 'textbox', TH: () => 'columnheader',
  TR: () => 'row', UL: () => 'list',
  INPUT: e => e.hasAttribute('list') ? 'combobox' : ({
    search: 'searchbox', checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', button: 'button',
    submit: 'button', file: '',
  })[e.type] ?? 'textbox',
};

function roleOf(e) {
  const explicit = e.getAttribute('role');
  return explicit ? explicit.trim().split(/\s+/)[0] : (IMPLICIT[e.tagName] ?? (() => ''))(e);
}

const tidy = text => text.replace(/\s+/g, ' ').trim();

function nameByAttribute(e) {
  const by = e.getAttribute('aria-labelledby');
  if (by) return tidy(by.split(/\s+/).map(id => document.getElementById(id)).filter(Boolean).map(textOf).join(' '));
  return tidy(e.getAttribute('aria-label') ?? '');
}

function textOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE) return '';
  if (node.getAttribute('aria-hidden') === 'true' || node.hidden) return '';
  const label = nameByAttribute(node);
  if (label) return label;
  if (node.tagName === 'IMG') return node.alt;
  const block = !getComputedStyle(node).display.startsWith('inline');
  const inner = [...node.childNodes].map(textOf).join('');
  return block ? ` ${inner} ` : inner;
}

function nameOf(e) {
  const label = nameByAttribute(e);
  if (label) return label;
  if (e.labels?.length) return tidy([...e.labels].map(textOf).join(' '));
  if (e.tagName === 'INPUT' || e.tagName === 'TEXTAREA' || e.tagName === 'SELECT') {
    return tidy(e.placeholder || e.title || '');
  }
  return tidy(textOf(e)) || tidy(e.title ?? '');
}

function isSeen(e) {
  return e.checkVisibility({ visibilityProperty: true }) && !e.closest('[aria-hidden="true"], [inert]');
}

// All elements of a role that a person could reach, with their names, in document order.
function withRole(role) {
  const found = [];
  for (const e of document.querySelectorAll('*')) {
    if (roleOf(e) === role && isSeen(e)) found.push([e, nameOf(e)]);
  }
  return found;
}
