// Keeps the page's files, so that it opens without a network. Each build has a store of its own, taken as a whole.
'use strict';
const store = 'shardscope-@BUILD@';
// Those whose names don't say the build are asked for anew: a browser keeps what its server dates for a while.
const files = [...['./', 'page.css', 'shardscope.svg'].map((name) => new Request(name, { cache: 'no-cache' })),
               ...['page.js', 'offline.js', 'shardscope.js', 'shardscope.wasm', 'shardscope.data'].map((name) => name + '?@BUILD@')];

addEventListener('install', (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(files)).then(() => skipWaiting()));
});
addEventListener('activate', (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith('shardscope-') && name !== store).map((name) => caches.delete(name))))
    .then(() => clients.claim()));
});
addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== location.origin) return;
  const asked = event.request.mode === 'navigate' ? './' : event.request;
  // The page itself is asked for first, so that a newer one is seen; what it names is of its own build.
  event.respondWith(event.request.mode === 'navigate'
    ? fetch(address, { cache: 'no-cache' }).catch(() => caches.match(asked))
    : caches.match(asked).then((kept) => kept ?? fetch(event.request)));
});
