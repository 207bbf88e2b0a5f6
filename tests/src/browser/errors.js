// The page's errors since the last call. The first call starts the record, and returns none.
const kept = window.errorsForTests ??= (() => {
  const kept = [];
  const { error } = console;
  console.error = (...all) => {
    kept.push(all.join(' '));
    error.apply(console, all);
  };
  addEventListener('error', event => kept.push(event.message || `${event.target?.src ?? event.target?.href} did not load`), true);
  addEventListener('unhandledrejection', event => kept.push(`${event.reason?.stack ?? event.reason}`));
  addEventListener('securitypolicyviolation', event => kept.push(`${event.violatedDirective} refuses ${event.blockedURI}`));
  return kept;
})();
return kept.splice(0);
