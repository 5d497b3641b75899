// Puts one view into any page, where this script stands:
//   <script src="https://…/embed.js" data-scenario="CODE OR PRESET" data-view="timeline" data-height="400"></script>
'use strict';
(() => {
  const script = document.currentScript, asked = script.dataset;
  const frame = document.createElement('iframe');
  const page = new URL('./', script.src);
  page.search = '?' + (asked.view ? 'view=' + encodeURIComponent(asked.view) + '&' : '') + 'embed';
  page.hash = asked.scenario ?? '';
  frame.src = page.href;
  frame.title = asked.title ?? 'Shardscope: ' + (asked.view ?? 'window');
  frame.style.cssText = 'width:100%;border:0;height:' + (Number(asked.height) || 480) + 'px';
  frame.loading = 'lazy';
  script.after(frame);
})();
