// Starts the service worker. Not on this computer's own addresses, where other programs are served tomorrow, unless it is asked for.
const { hostname, search } = location;
const own = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) && !new URLSearchParams(search).has('offline');
if ('serviceWorker' in navigator && !own) {
  // Without it the page works as well, as long as there is a network.
  navigator.serviceWorker.register('sw.js').catch(why => console.info('The page is not kept for offline use:', why));
}
