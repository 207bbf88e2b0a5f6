// The page's errors since this was asked last, from the first time on that it is asked.
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
