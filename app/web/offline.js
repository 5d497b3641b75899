// Once the page has started: it opens without a network at the next visit, and says when a newer one is there.
'use strict';
addEventListener('started', async () => {
  if (!('serviceWorker' in navigator) || new URLSearchParams(location.search).has('embed')) return;
  let had = navigator.serviceWorker.controller !== null;  // else the first that comes is this page's own
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (had) document.getElementById('newer').hidden = false;
    had = true;
  });
  document.getElementById('reload').addEventListener('click', () => location.reload());
  try {
    await navigator.serviceWorker.register('worker.js');
  } catch (why) {
    console.info('This page will not open offline: ' + why);
  }
});
