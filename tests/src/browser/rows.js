// The rows below the element with the role arguments[0] and the name arguments[1]. The code of roles.js is put before
// this code.
const [list] = withRole(arguments[0]).find(([, name]) => name === arguments[1]) ?? [];
const number = (e, ...names) => {
  const found = names.map(name => e.getAttribute(name)).find(value => value !== null);
  return found === undefined ? 0 : Number(found);
};
return [...(list?.querySelectorAll('[role=row], [role=treeitem], [role=option], tr') ?? [])].map(e => {
  const cells = e.querySelectorAll('[role=gridcell], [role=rowheader], td, th');
  return {
    name: nameOf(e),
    level: number(e, 'aria-level'),
    expanded: e.getAttribute('aria-expanded'),
    selected: e.getAttribute('aria-selected'),
    position: number(e, 'aria-posinset', 'aria-rowindex'),
    of: number(e, 'aria-setsize'),
    cells: [...(cells.length ? cells : e.children)].map(cell => tidy(cell.innerText ?? '')).filter(text => text),
  };
});
