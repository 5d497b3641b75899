// The page around the program: loads it, hands it the browser's events, files, clipboard and address, and asks for
// frames only when something is to be seen. The other side is page.h, input.h and browser_window.cpp.
'use strict';
(() => {
  const script = document.currentScript.dataset;
  const canvas = document.getElementById('canvas'), keys = document.getElementById('keys');
  const words = document.getElementById('words'), loading = document.getElementById('loading');
  const filesFolder = '/home/web_user/files', home = '/home/web_user';
  const query = new URLSearchParams(location.search);
  const embedded = query.has('embed');
  let program = null;  // once it runs

  // ---- frames: asked for by events, by the program while it moves, never otherwise
  let frameAsked = false, timer = 0, frames = 0;
  const wake = () => {
    if (program && !frameAsked) frameAsked = true, requestAnimationFrame(frame);
  };
  const drawFrame = () => {
    ++frames;
    clearTimeout(timer);
    timer = 0;
    const next = program._shardscope_frame();
    if (next === 0) return wake();
    if (next > 0) timer = setTimeout(wake, next * 1000);
    saySoon();
    storeSoon();
  };
  const frame = () => {
    frameAsked = false;
    drawFrame();
  };

  const call = (name, ...values) =>
    program.ccall('shardscope_' + name, null, values.map((v) => typeof v === 'string' ? 'string' : 'number'), values);
  const ask = (name, ...values) => program.ccall('shardscope_' + name, 'string', values.map(() => 'string'), values);

  // ---- what a screen reader is told, once frames have settled
  let sayTimer = 0;
  const saySoon = () => {
    clearTimeout(sayTimer);
    sayTimer = setTimeout(() => {
      const now = ask('words');
      if (words.textContent !== now) words.textContent = now;
      const name = ask('focused') || 'Shardscope';
      if (keys.getAttribute('aria-label') !== name) keys.setAttribute('aria-label', name);
    }, 400);
  };

  // ---- what was open, between visits
  let keeps = false, storing = false, storeTimer = 0;
  const store = () => {
    if (!keeps || storing) return;
    storing = true;
    program.FS.syncfs(false, (why) => {
      storing = false;
      if (why) console.warn('What is open could not be kept: ' + why);
    });
  };
  const storeSoon = () => {
    if (!keeps || storeTimer) return;
    storeTimer = setTimeout(() => { storeTimer = 0; store(); }, 700);
  };

  // ---- the page's side of browser_window.cpp, input.cpp and address.cpp
  let copyInto = null, addressTimer = 0;
  const addressOf = (code) => location.pathname + location.search + '#' + code;
  let waiting = null;
  const page = {
    isOnMac: /Mac|iPhone|iPad/.test(navigator.platform),
    copy(text) {
      if (copyInto) copyInto.setData('text/plain', text);
      else if (navigator.clipboard) navigator.clipboard.writeText(text).catch(() => {});
    },
    title(text) { document.title = text; },
    cursor(name) { if (canvas.style.cursor !== name) canvas.style.cursor = name; },
    address(code, step) {  // browsers count how often an address changes
      if (embedded) return;
      if (step) {
        putAddress();
        return history.pushState(null, '', addressOf(code));
      }
      waiting = code;
      if (!addressTimer) addressTimer = setTimeout(putAddress, 350);
    },
    openFile() {
      const input = document.createElement('input');
      input.type = 'file';
      const end = (name) => { call('chosen', name); wake(); };
      input.addEventListener('cancel', () => end(''));
      input.addEventListener('change', async () => end(input.files.length ? await takeFile(input.files[0]) : ''));
      input.click();
    },
    // To the millisecond, which the program's own library has to the second: two saves may be nearer than that.
    writtenAt(file) {
      return program.FS.stat(file).mtime.getTime();
    },
    download(file) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([program.FS.readFile(file)]));
      link.download = file.slice(file.lastIndexOf('/') + 1);
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    },
  };
  const putAddress = () => {
    clearTimeout(addressTimer);
    addressTimer = 0;
    if (waiting !== null) history.replaceState(null, '', addressOf(waiting));
    waiting = null;
  };
  const scenarioOfAddress = () => {
    const said = location.hash.slice(1);
    try {
      return decodeURIComponent(said);
    } catch {
      return said;  // no escape sequence: the program says what is wrong with it
    }
  };
  addEventListener('popstate', () => {
    if (!program) return;
    waiting = null;
    call('go_to', scenarioOfAddress());
    wake();
  });

  const takeFile = async (file) => {
    const path = filesFolder + '/' + file.name.replace(/\//g, '-');
    program.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
    return path;
  };

  // ---- size
  const measure = () => {
    const density = window.devicePixelRatio || 1;
    const width = Math.max(1, canvas.clientWidth), height = Math.max(1, canvas.clientHeight);
    const across = Math.max(1, Math.round(width * density)), up = Math.max(1, Math.round(height * density));
    if (canvas.width !== across || canvas.height !== up) canvas.width = across, canvas.height = up;
    call('size', width, height, across, up);
    if (frames > 0) drawFrame();  // a canvas that was given another size is empty until it is drawn
  };

  // ---- pointer: a mouse or a pen as it is; one finger points and drags, two zoom and pan
  const fingers = new Map();
  let pinched = 0;
  const buttonOf = (event) => [0, 2, 1, 3, 4][event.button] ?? -1;
  const modifiers = (event) => call('modifiers', event.ctrlKey, event.shiftKey, event.altKey, event.metaKey);
  const middle = () => {
    const all = [...fingers.values()];
    return { x: (all[0].x + all[1].x) / 2, y: (all[0].y + all[1].y) / 2,
             apart: Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y) };
  };
  const pointerDown = (event) => {
    if (event.pointerType === 'touch') {
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 2) {
        call('button', 0, 0);
        pinched = middle().apart;
        return wake();
      }
    }
    canvas.setPointerCapture(event.pointerId);
    modifiers(event);
    call('pointer', event.clientX, event.clientY, event.pointerType === 'touch');
    if (event.pointerType === 'touch') drawFrame();  // what is under the finger is known before it presses
    call('button', buttonOf(event), 1);
    if (event.pointerType === 'touch') drawFrame();  // and it presses before it leaves
    else keys.focus({ preventScroll: true });
    wake();
  };
  const pointerMove = (event) => {
    if (fingers.has(event.pointerId)) {
      const before = fingers.size === 2 ? middle() : null;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 2) {
        const now = middle();
        call('pointer', now.x, now.y, 1);
        const turned = Math.log2(Math.max(now.apart, 1) / Math.max(pinched, 1)) * 4;
        pinched = now.apart;
        call('wheel', (now.x - before.x) / 40, Math.abs(turned) > 0.02 ? turned : (now.y - before.y) / 40);
        return wake();
      }
    }
    call('pointer', event.clientX, event.clientY, event.pointerType === 'touch');
    wake();
  };
  const pointerUp = (event) => {
    const pinching = fingers.size >= 2;
    fingers.delete(event.pointerId);
    if (pinching) return wake();
    modifiers(event);
    call('pointer', event.clientX, event.clientY, event.pointerType === 'touch');
    call('button', buttonOf(event), 0);
    if (event.pointerType === 'touch') {
      // Let go, turned into a text field, the keys led there, said so: all within the gesture, for only then may a page
      // open the keyboard.
      for (let frame = 0; frame < 6; ++frame) drawFrame();
      if (program._shardscope_wants_text()) keys.focus({ preventScroll: true });
      else keys.blur();
      call('pointer_gone');
    }
    wake();
  };
  const wheel = (event) => {
    event.preventDefault();
    const line = [100, 3, 1][event.deltaMode] ?? 100;  // pixels, lines or pages a turn
    modifiers(event);
    call('pointer', event.clientX, event.clientY, 0);
    const pinch = event.ctrlKey && Math.abs(event.deltaY) < 50 ? 8 : 1;  // a touchpad's pinch comes as small turns with Ctrl
    if (pinch > 1) call('modifiers', 0, event.shiftKey, event.altKey, event.metaKey);
    call('wheel', -event.deltaX / line, -event.deltaY / line * pinch);
    wake();
  };

  // ---- keys: letters as the layout has them, the others by their place
  const named = { ArrowLeft: 'LeftArrow', ArrowRight: 'RightArrow', ArrowUp: 'UpArrow', ArrowDown: 'DownArrow',
    ControlLeft: 'LeftCtrl', ControlRight: 'RightCtrl', ShiftLeft: 'LeftShift', ShiftRight: 'RightShift',
    AltLeft: 'LeftAlt', AltRight: 'RightAlt', MetaLeft: 'LeftSuper', MetaRight: 'RightSuper', Quote: 'Apostrophe',
    BracketLeft: 'LeftBracket', BracketRight: 'RightBracket', Backquote: 'GraveAccent', ContextMenu: 'Menu',
    NumpadEnter: 'KeypadEnter', NumpadAdd: 'KeypadAdd', NumpadSubtract: 'KeypadSubtract',
    NumpadMultiply: 'KeypadMultiply', NumpadDivide: 'KeypadDivide', NumpadDecimal: 'KeypadDecimal' };
  const signs = { '+': 'Equal', '=': 'Equal', '-': 'Minus', ',': 'Comma', '.': 'Period', '/': 'Slash', '?': 'Slash' };
  const keyName = (event) => {
    if (/^Numpad\d$/.test(event.code)) return 'Keypad' + event.code.slice(6);
    if (/^[a-z0-9]$/i.test(event.key)) return event.key.toUpperCase();
    if (event.key in signs && !event.code.startsWith('Numpad')) return signs[event.key];
    if (/^(Key|Digit)/.test(event.code)) return event.code.replace(/^(Key|Digit)/, '');
    return named[event.code] ?? event.code ?? event.key;
  };
  const browsersOwn = /^[rtnwl]$|^Tab$|^Page/;
  let lastKey = '';
  const key = (event) => {
    lastKey = event.type === 'keydown' ? event.key : '';
    if (event.isComposing || event.key === 'Process') return;
    const command = event.ctrlKey || event.metaKey, plain = command && !event.shiftKey && !event.altKey;
    if (plain && /^[cxv]$/i.test(event.key)) return;  // the clipboard's events say it
    if (command && browsersOwn.test(event.key)) return;
    const down = event.type === 'keydown';
    if (command || /^(Tab|Escape|Arrow|Home|End|Page|F[1-4]$|F[6-9]$|F10$)/.test(event.key) || event.altKey && event.key.length > 1)
      event.preventDefault();
    modifiers(event);
    call('key', keyName(event), down);
    wake();
  };
  /// A touch screen's keyboard names no keys: what it deletes and ends comes as what it would do to a text.
  const screenKeys = { deleteContentBackward: 'Backspace', deleteContentForward: 'Delete', insertLineBreak: 'Enter' };
  const edited = (event) => {
    const name = screenKeys[event.inputType];
    if (!name || event.isComposing || lastKey === name) return;
    event.preventDefault();
    press(name);
  };
  const typed = (event) => {
    if (event.isComposing || !keys.value) return;
    call('text', keys.value.replace(/\n/g, ''));
    keys.value = '';
    wake();
  };
  const press = (name) => {
    call('key', name, 1);
    drawFrame();
    call('key', name, 0);
    wake();
  };
  const chord = (letter) => {
    const [ctrl, meta] = page.isOnMac ? [0, 1] : [1, 0];
    call('modifiers', ctrl, 0, 0, meta);
    press(letter);
    call('modifiers', 0, 0, 0, 0);
    drawFrame();
  };
  const copyOrCut = (event) => {
    event.preventDefault();
    copyInto = event.clipboardData;
    chord(event.type === 'copy' ? 'C' : 'X');
    copyInto = null;
  };
  const paste = async (event) => {
    event.preventDefault();
    const files = [...event.clipboardData.files];
    if (files.length) return dropFiles(files);
    call('pasted', event.clipboardData.getData('text/plain'));
    chord('V');
  };
  const dropFiles = async (files) => {
    for (const path of await Promise.all(files.map(takeFile))) call('dropped', path);
    wake();
  };

  let leaving = false;
  const listen = () => {
    canvas.addEventListener('pointerdown', pointerDown);
    canvas.addEventListener('pointermove', pointerMove);
    canvas.addEventListener('pointerup', pointerUp);
    canvas.addEventListener('pointercancel', pointerUp);
    canvas.addEventListener('pointerleave', () => { call('pointer_gone'); wake(); });
    canvas.addEventListener('mousedown', (event) => event.preventDefault());  // would take the focus from the keys
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', wheel, { passive: false });
    addEventListener('keydown', key);
    addEventListener('keyup', key);
    keys.addEventListener('beforeinput', edited);
    keys.addEventListener('input', typed);
    keys.addEventListener('compositionend', () => setTimeout(() => typed({})));
    for (const name of ['copy', 'cut']) document.addEventListener(name, copyOrCut);
    document.addEventListener('paste', paste);
    addEventListener('focus', () => { call('focus', 1); wake(); });
    addEventListener('blur', () => { call('focus', 0); wake(); });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => { event.preventDefault(); dropFiles([...event.dataTransfer.files]); });
    addEventListener('pagehide', () => { leaving = true; putAddress(); store(); });
    addEventListener('pageshow', () => {  // the browser had kept it aside, with its pictures or without
      leaving = false;
      if (canvas.getContext('webgl2').isContextLost()) location.reload();
      else wake();
    });
    document.addEventListener('visibilitychange', () => document.hidden ? store() : wake());
    canvas.addEventListener('webglcontextlost', () => leaving || location.reload());
    new ResizeObserver(measure).observe(canvas);
    const density = () => {
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => { measure(); density(); }, { once: true });
    };
    density();
    if (!embedded) keys.focus({ preventScroll: true });
  };

  // ---- loading
  const say = (text) => { document.getElementById('loading-words').textContent = text; };
  const come = { 'shardscope.wasm': 0, 'shardscope.data': 0 };
  const whole = { 'shardscope.wasm': Number(script.wasm), 'shardscope.data': Number(script.data) };
  const sum = (sizes) => Object.values(sizes).reduce((a, b) => a + b);
  /// What comes of a file, as the bar counts it.
  const streamOf = async (name) => {
    const answer = await fetch(name + '?' + script.build);
    if (!answer.ok) throw new Error(name + ' could not be loaded (' + answer.status + ')');
    return answer.body.pipeThrough(new TransformStream({ transform(part, out) {
      come[name] += part.length;
      document.getElementById('progress').value = Math.min(0.97, sum(come) / sum(whole));
      out.enqueue(part);
    } }));
  };
  const asWasm = { headers: { 'Content-Type': 'application/wasm' } };  // a server of files may call it anything
  const compiled = async () => WebAssembly.compileStreaming(new Response(await streamOf('shardscope.wasm'), asWasm));
  const data = async () => new Response(await streamOf('shardscope.data')).arrayBuffer();

  /// Firefox and Safari refuse a private window a folder of its own; its IndexedDB ends with it. Chromium hides it.
  const isPrivate = async () => {
    try {
      await navigator.storage?.getDirectory?.();
      return false;
    } catch {
      return true;
    }
  };
  /// Files of before come back where the browser keeps some and no other tab has them.
  const openStore = async (made) => !embedded && Boolean(navigator.locks) && !await isPrivate() && await readStore(made);
  const readStore = (made) => new Promise((done) => {
    navigator.locks.request('shardscope', { ifAvailable: true }, (lock) => {
      if (!lock) return done(false);
      try {
        made.FS.mount(made.FS.filesystems.IDBFS, {}, home);
        made.FS.syncfs(true, (why) => done(!why));
      } catch {
        done(false);
      }
      return new Promise(() => {});  // held until the tab is closed
    });
  });

  const start = async () => {
    const asked = Promise.all([compiled(), data()]);
    // The browser makes its own ready for drawing meanwhile; the program asks for the same and is given this one.
    canvas.getContext('webgl2', { alpha: false, depth: false, stencil: false, antialias: false });
    const [wasm, files] = await asked;
    say('Starting');
    const instantiateWasm = (asked, take) => {
      WebAssembly.instantiate(wasm, asked).then((instance) => take(instance, wasm));
      return {};
    };
    const made = await Shardscope({ page, instantiateWasm, getPreloadedPackage: () => files });
    keeps = await openStore(made);
    program = made;
    measure();
    const why = program.ccall('shardscope_start', 'string', ['string', 'string', 'number', 'number'],
      [scenarioOfAddress(), query.get('view') ?? '', embedded, keeps]);
    if (why) throw new Error(why);
    measure();
    drawFrame();
    loading.hidden = true;
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
    listen();
  };

  // For tests, and for whoever puts questions to it in the browser's console.
  window.shardscope = { report: (preset) => ask('report', preset), place: (name) => ask('place', name),
                        words: () => ask('words'), focused: () => ask('focused'), frames: () => frames,
                        is_moving: () => frameAsked, is_frame_due: () => frameAsked || timer !== 0,
                        draw: () => drawFrame(), memory: () => program._shardscope_memory(), version: script.version };
  start().then(() => dispatchEvent(new Event('started'))).catch((why) => {
    say(String(why.message ?? why));
    console.error(why);
  });
})();
