"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const [EMPTY, ON, HEAD, START, OPEN, LEFT, AGAIN, FOUND, PASSED] = data.marks.keys();
  const SVG = "http://www.w3.org/2000/svg";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const size = data.nodes.length;

  function make(name, attributes, parent, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  }

  // Screen readers get every message; the screen shows only those that are not visible elsewhere.
  const say = (text, seen = true) => {
    at("say").textContent = text;
    at("say").classList.toggle("unseen", !seen);
  };

  // ---- A board: it shows the state of every node, and nothing else.

  const blank = { mark: EMPTY, text: "", origin: -1 };
  const CROSS = "\u00d7"; // where no piece stands

  function way(u, v) {
    const bend = data.bends[`${u}-${v}`];
    if (bend) return bend;
    const back = data.bends[`${v}-${u}`];
    if (back) return back;
    const [[a, b], [c, d]] = [data.nodes[u], data.nodes[v]];
    return `M${a} ${b} ${c} ${d}`;
  }

  const style = (n) => data.styles[n] || "line";

  function words(n, state) {
    const list = [data.names[n]];
    if (state.mark === OPEN) list.push("reached");
    else if (state.mark === LEFT) list.push("taken off");
    else if (state.text === CROSS) list.push(`no ${data.pieceName}`);
    else if (state.mark !== EMPTY) list.push(data.piece ? data.pieceName : "visited");
    if (state.text !== "" && state.text !== CROSS) list.push(state.text);
    return list.join(", ");
  }

  function lay(root) {
    root.setAttribute("viewBox", `0 0 ${data.view.join(" ")}`);
    root.classList.toggle("heated", data.heated);
    root.insertAdjacentHTML("beforeend", data.ground);
    root.lastChild.setAttribute("width", data.view[0]);
    root.lastChild.setAttribute("height", data.view[1]);
  }

  // Of very many nodes the lines alone, on a canvas over the ground, and where the path is.
  function makeCanvas(root) {
    lay(root);
    const canvas = document.createElement("canvas");
    const scale = 2400 / Math.max(...data.view);
    [canvas.width, canvas.height] = data.view.map((side) => Math.round(scale * side));
    root.after(canvas);
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const probe = make("path", {}, make("g", { class: "trail" }, root));
    const here = make("circle", { class: "here", r: 9 / scale, "stroke-width": 3 / scale }, root);
    let shown = [];

    function color(name) {
      probe.setAttribute("class", name);
      return getComputedStyle(probe).stroke;
    }

    function draw(nodes) {
      const paths = new Map();
      for (const n of nodes) {
        const { origin } = shown[n];
        const name = style(n);
        if (!paths.has(name)) paths.set(name, new Path2D());
        const path = paths.get(name);
        if (data.bends[`${origin}-${n}`] || data.bends[`${n}-${origin}`]) path.addPath(new Path2D(way(origin, n)));
        else {
          path.moveTo(...data.nodes[origin]);
          path.lineTo(...data.nodes[n]);
        }
      }
      pen.lineWidth = Math.max(data.pen, 1.3 / scale);
      for (const [name, path] of paths) {
        pen.strokeStyle = color(name);
        pen.stroke(path);
      }
    }

    function redraw() {
      pen.clearRect(0, 0, ...data.view);
      draw([...shown.keys()].filter((n) => shown[n].origin >= 0));
    }
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

    return {
      root,
      words: (n) => words(n, shown[n]),
      show(states) {
        const old = shown;
        shown = states;
        const changed = [...states.keys()].filter((n) => states[n] !== old[n] && states[n].origin !== (old[n] || blank).origin);
        if (changed.some((n) => old[n] && old[n].origin >= 0)) redraw();
        else draw(changed);
        const newest = states.findIndex(({ mark }) => mark === HEAD);
        const [x, y] = data.nodes[newest < 0 ? Math.max(0, states.findIndex(({ mark }) => mark === START)) : newest];
        here.setAttribute("cx", x);
        here.setAttribute("cy", y);
      },
      hint() {},
      point() {},
    };
  }

  function makeBoard(root, prefix) {
    if (data.large) return makeCanvas(root);
    const { unit, radius } = data;
    const pen = 0.8 * data.pen; // the board of a page is large
    lay(root);
    const squares = make("g", {}, root);
    const trail = make("g", { class: "trail", "stroke-width": pen }, root);
    const marks = make("g", { class: "marks" }, root);
    const hints = make("g", {}, root);
    const cursor = make("rect", {
      class: "cursor", width: unit, height: unit, rx: unit / 8, "stroke-width": unit / 11,
    }, root);
    const fields = data.nodes.map(([x, y], n) => {
      const field = make("g", { id: `${prefix}${n}`, "data-n": n, role: "img" }, squares);
      if (data.noun === "square") {
        make("rect", { x: x - unit / 2, y: y - unit / 2, width: unit, height: unit }, field);
      } else make("circle", { cx: x, cy: y, r: 0.48 * unit }, field);
      return field;
    });
    const shown = new Array(size).fill(blank);
    const lines = new Array(size).fill(null);
    const drawn = new Array(size).fill(null);

    const label = (n, state) => fields[n].setAttribute("aria-label", words(n, state));

    function show(n, state) {
      const before = shown[n];
      if (before === state) return;
      if (before.origin !== state.origin) {
        if (lines[n]) { lines[n].remove(); lines[n] = null; }
        if (state.origin >= 0) lines[n] = make("path", { class: style(n), d: way(state.origin, n) }, trail);
      }
      if (before.mark !== state.mark || before.text !== state.text) {
        if (drawn[n]) { drawn[n].remove(); drawn[n] = null; }
        if (state.mark !== EMPTY) drawn[n] = mark(n, state);
        label(n, state);
      }
      shown[n] = state;
    }

    function mark(n, { mark: kind, text }) {
      const [x, y] = data.nodes[n];
      const newest = kind === HEAD || kind === LEFT ? " newest" : "";
      const plain = kind === PASSED || (kind === ON && !data.discs);
      if (plain && !data.piece) return null;
      const group = make("g", { class: `mark m-${data.marks[kind]}${newest}` }, marks);
      const heavy = kind === AGAIN ? 2.5 : 1;
      if (!plain) {
        make("circle", { cx: x, cy: y, r: radius * (data.piece ? 1.2 : 1), "stroke-width": 0.6 * pen * heavy }, group);
      }
      if (data.piece && text !== CROSS) {
        make("path", {
          class: "piece", d: data.piece, "stroke-width": 0.9,
          transform: `translate(${x} ${y}) scale(${unit / 20})`,
        }, group);
      } else if (text !== "" && data.texts) {
        const high = radius * Math.min(1, 2.4 / text.length);
        make("text", { class: `text m-${data.marks[kind]}`, x, y: y + 0.36 * high, "font-size": high }, group, text);
      }
      return group;
    }

    fields.forEach((_, n) => label(n, blank));
    return {
      root,
      words: (n) => words(n, shown[n]),
      show(states) { states.forEach((state, n) => show(n, state)); },
      hint(nodes, texts) {
        hints.replaceChildren();
        nodes.forEach((n, k) => {
          const [x, y] = data.nodes[n];
          make("circle", { class: "legal", cx: x, cy: y, r: 0.3 * unit, "stroke-width": 0.07 * unit }, hints);
          if (texts) make("text", { class: "onward", x, y: y + 0.12 * unit, "font-size": 0.34 * unit }, hints, texts[k]);
        });
      },
      point(n) {
        const [x, y] = data.nodes[n];
        cursor.setAttribute("x", x - unit / 2);
        cursor.setAttribute("y", y - unit / 2);
        root.setAttribute("aria-activedescendant", `${prefix}${n}`);
      },
    };
  }

  const figure = document.querySelector("figure");
  figure.style.setProperty("--aspect", data.view[0] / data.view[1]);
  figure.style.setProperty("--most", `${data.most}px`);
  const board = makeBoard(at("board"), "n");
  const boards = [board];

  // ---- Playback: a film is a list of steps, each with counts and changes.

  const node = (mark, text, origin) => ({ mark, text, origin });

  function tourFilm(order, closed) {
    const steps = [];
    const state = (k, mark) => [order[k], mark, String(k + 1), k ? order[k - 1] : -1];
    order.forEach((_, k) => {
      const changes = [state(k, k ? HEAD : START)];
      if (k > 1) changes.push(state(k - 1, ON));
      steps.push([[], changes]);
    });
    const last = order.length - 1;
    if (closed && last) {
      const home = [order[0], START, "1", order[last]];
      steps.push([[], last > 1 || data.directed ? [state(last, ON), home] : [state(last, ON)]]);
    }
    const ends = closed || !last ? "" : ` to ${data.names[order[last]]}`;
    const title = `${closed ? "Closed" : "Open"} tour from ${data.names[order[0]]}${ends}`;
    return { title, counted: "visited", most: size, kinds: [], steps };
  }

  // Backtracking, as icosian.backtrack(..., prune=False): every visit and every retreat is a step.
  function searchFilm(start, { warnsdorff, limit }) {
    const path = [];
    const cursors = []; // for each node on the path, the neighbors that are left to try
    const taken = new Uint8Array(size);
    const steps = [];
    const counts = [0, 0];
    const most = data.closed && data.directed ? 2 : data.closed ? 3 : 1; // the shortest tour
    const isFree = (n) => !taken[n];
    const waysOn = (n) => data.near[n].filter((m) => !taken[m] || (data.closed && m === start)).length;
    let gone = -1; // the node that the last step took off: it is red for one step

    function choices(n) {
      const free = data.near[n].filter(isFree);
      if (!warnsdorff) return free;
      const ways = new Map(free.map((m) => [m, waysOn(m)]));
      return free.sort((u, v) => ways.get(u) - ways.get(v)); // a stable sort
    }
    function top(mark) {
      const k = path.length - 1;
      return k < 0 ? [] : [[path[k], mark, String(k + 1), k ? path[k - 1] : -1]];
    }
    const headMark = () => (path.length > 1 ? HEAD : START);
    function record(changes) {
      if (gone >= 0 && !changes.some(([n]) => n === gone)) changes.push([gone]);
      gone = -1;
      steps.push([[...counts], changes]);
    }
    function visit(n) {
      const passed = top(path.length > 1 ? ON : START);
      path.push(n);
      taken[n] = 1;
      counts[0] += 1;
      record([...passed, ...top(headMark())]);
      cursors.push(choices(n));
    }
    function retreat() {
      const n = path.pop();
      taken[n] = 0;
      cursors.pop();
      counts[0] += 1;
      counts[1] += 1;
      record([[n, LEFT], ...top(headMark())]);
      gone = n;
    }

    visit(start);
    let outcome = "";
    while (!outcome) {
      const head = path[path.length - 1];
      if (path.length === size && size >= most && (!data.closed || data.near[head].includes(start))) outcome = "found";
      else if (steps.length >= limit) outcome = "limit";
      else if (cursors[cursors.length - 1].length) visit(cursors[cursors.length - 1].shift());
      else retreat();
      if (!path.length) outcome = "none";
    }
    if (outcome === "found") {
      const changes = path.map((n, k) => [n, k ? FOUND : START, String(k + 1), k ? path[k - 1] : data.closed ? path[size - 1] : -1]);
      steps[steps.length - 1] = [[...counts], [...steps[steps.length - 1][1].filter(([n]) => !taken[n]), ...changes]];
    }
    const tour = data.closed ? "closed tour" : "tour";
    const from = data.names[start];
    const back = counts[1] ? `${counts[1].toLocaleString("en")} of them back` : "never back";
    const number = steps.length.toLocaleString("en");
    const result = {
      found: `Found a ${tour}: ${number} step${steps.length > 1 ? "s" : ""}, ${back}.`,
      limit: `Gave up after ${number} steps. ${data.why ? "The reason why not is above." : `That does not mean that there is no ${tour}.`}`,
      none: `No ${tour} starts at ${from}: every way was tried, in ${number} steps.`,
    }[outcome];
    return { title: `Search for ${data.closed ? "closed" : "open"} tours from ${from}`, counted: "on the path", most: size, kinds: ["steps", "steps back"], steps, result };
  }

  // A film that is played on a board. It may end before others do.
  class Track {
    constructor(film, shown) {
      this.film = film;
      this.steps = film.steps;
      this.board = shown;
      this.state = new Array(size).fill(blank);
      this.undo = [];
      this.k = 0;
    }

    // Every step stores what it replaced, so that stepping back is as fast as stepping forward.
    seek(k) {
      const left = new Set();
      while (this.k < k) {
        const before = [];
        for (const [n, mark = EMPTY, text = "", origin = -1] of this.steps[this.k][1]) {
          before.push([n, this.state[n]]);
          this.state[n] = mark === EMPTY ? blank : node(mark, text, origin);
          if (mark === LEFT) left.add(n);
        }
        this.undo[this.k] = before;
        this.k += 1;
      }
      while (this.k > k) {
        this.k -= 1;
        const before = this.undo[this.k];
        for (let i = before.length - 1; i >= 0; i -= 1) this.state[before[i][0]] = before[i][1];
      }
      return left;
    }

    show(k, traced) {
      const to = Math.min(k, this.steps.length);
      const one = Math.abs(to - this.k) === 1;
      const left = this.seek(to);
      const states = this.state.slice();
      // Where several steps are shown at once, what was removed in between is red for one frame.
      if (traced && !one) {
        for (const n of left) {
          const { mark, text, origin } = states[n];
          states[n] = mark === EMPTY || mark === LEFT ? node(LEFT, "", -1) : node(AGAIN, text, origin);
        }
      }
      this.board.root.classList.toggle("stepping", one && !calm.matches);
      this.board.show(states);
    }

    get there() {
      return this.state.filter((s) => s.mark !== EMPTY && s.mark !== LEFT && s.mark !== OPEN).length;
    }

    // The last step, or, where the search has taken everything off, the longest path before.
    get best() {
      this.seek(this.steps.length);
      if (this.there) return this.k;
      let [most, best] = [0, this.k];
      while (this.k) {
        this.seek(this.k - 1);
        if (this.there > most) [most, best] = [this.there, this.k];
      }
      return best;
    }

    report(list, result) {
      const { film, k, steps } = this;
      const counts = k ? steps[k - 1][0] : film.kinds.map(() => 0);
      const rows = [[film.counted, `${this.there} of ${film.most}`], ...film.kinds.map((kind, i) => [kind, counts[i].toLocaleString("en")])];
      if (list.children.length !== rows.length) {
        list.replaceChildren(...rows.map(() => {
          const row = document.createElement("div");
          row.append(document.createElement("dt"), document.createElement("dd"));
          return row;
        }));
      }
      rows.forEach(([name, value], i) => {
        const [term, number] = list.children[i].children;
        if (term.textContent !== name) term.textContent = name;
        if (number.textContent !== value) number.textContent = value;
      });
      result.textContent = k === steps.length ? film.result || "" : "";
    }
  }

  class Player {
    constructor() {
      this.running = false;
      this.speeds = [1, 2, 4, 8, 15, 30, 60, 200, 1000, 5000];
      for (const speed of this.speeds) {
        at("speed").append(new Option(`${speed} step${speed > 1 ? "s" : ""} a second`, speed));
      }
      at("play").onclick = () => this.toggle();
      at("first").onclick = () => this.go(0);
      at("last").onclick = () => this.go(this.length);
      at("back").onclick = () => this.go(this.k - 1);
      at("forward").onclick = () => this.go(this.k + 1);
      at("slider").oninput = () => this.go(Number(at("slider").value));
    }

    // Films are played side by side: step k of the page is step k of each.
    load(films, { title = films[0].title, k } = {}) {
      this.pause();
      this.tracks = films.map((film, i) => new Track(film, boards[i]));
      const lengths = films.map((film) => film.steps.length);
      this.length = Math.max(...lengths);
      this.k = 0;
      at("slider").max = this.length;
      const wish = films.length > 1 ? Math.max(Math.min(...lengths) / 3, this.length / 90) : this.length / 25;
      at("speed").value = this.speeds.find((speed) => speed >= Math.max(4, wish)) || 5000;
      at("caption").textContent = title === document.title ? "" : title;
      this.go(k === undefined ? Math.max(...this.tracks.map((track) => track.best)) : k);
    }

    go(k) {
      this.pause();
      this.step(k, false);
    }

    step(k, traced) {
      this.k = Math.max(0, Math.min(k, this.length));
      for (const track of this.tracks) track.show(this.k, traced);
      this.report();
    }

    report() {
      const { k, length, tracks } = this;
      legs.show(k);
      tracks.forEach((track, i) => track.report(tracks.length > 1 ? at(`counters${i}`) : at("counters"), at(`result${i}`)));
      at("slider").value = k;
      at("slider").setAttribute("aria-valuetext", `step ${k} of ${length}`);
      at("at").textContent = `${k.toLocaleString("en")} of ${length.toLocaleString("en")}`;
      at("first").disabled = at("back").disabled = k === 0;
      at("last").disabled = at("forward").disabled = k === length;
    }

    toggle() {
      if (this.running) { this.pause(); return; }
      if (this.k === this.length) this.step(0, false);
      this.running = true;
      this.mark();
      let last = performance.now();
      let owed = 1;
      const tick = (now) => {
        if (!this.running) return;
        owed += ((now - last) / 1000) * Number(at("speed").value);
        last = now;
        const whole = Math.floor(owed);
        if (whole) {
          owed -= whole;
          this.step(this.k + whole, true);
          if (this.k === this.length) { this.finish(); return; }
        }
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    }

    finish() {
      this.pause();
      const results = this.tracks.map(({ film }) => [film.rule, film.result].filter(Boolean).join(": "));
      if (results.some(Boolean)) say(results.join(" "), false);
    }

    pause() {
      this.running = false;
      this.mark();
    }

    mark() {
      at("play").classList.toggle("running", this.running);
      at("play").setAttribute("aria-label", this.running ? "Pause" : "Play");
    }
  }

  // ---- The legs of a walk or a tour: the one that is under way is marked, and each can be chosen.

  const legs = {
    items: [],
    load(order) {
      const leg = (a, b) => data.legs.find(([u, v]) => u === a && v === b);
      const rows = !order ? data.legs : [...order.slice(1), ...(data.closed ? [order[0]] : [])].map((n, k) => {
        const [a, b] = [data.names[order[k]], data.names[n]];
        return [a, b, (leg(a, b) || leg(b, a))[2], k + 2];
      });
      this.items = rows.map(([start, end, length, step]) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        const number = document.createElement("span");
        const [from, to] = [start, end].map((name) => Object.assign(document.createElement("bdi"), { textContent: name }));
        number.textContent = length;
        button.append(from, " \u2192 ", to, number);
        button.onclick = () => player.go(step);
        item.append(button);
        return [item, step];
      });
      at("legs").replaceChildren(...this.items.map(([item]) => item));
    },
    show(k) {
      const now = this.items.findIndex(([, step], i) => k <= step && k > (i ? this.items[i - 1][1] : 1));
      this.items.forEach(([item], i) => {
        if (i === now) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
      });
      const list = at("legs");
      if (now >= 0 && list.scrollHeight > list.clientHeight) {
        list.scrollTop = this.items[now][0].offsetTop - list.clientHeight / 2;
      }
    },
  };

  // ---- Moves by hand: a path of the reader's own.

  class Game {
    constructor() {
      this.path = [];
      this.caption = data.closed ? "Find a closed tour of your own." : "Find a tour of your own.";
      this.keys = [["← → ↑ ↓", `choose a ${data.noun}`], ["Enter, Space", "move there"], ["Backspace, U", "undo"], ["R", "restart"]];
      this.marks = new Set([START, HEAD]);
      at("undo").onclick = () => this.undo();
      at("restart").onclick = () => this.restart();
      at("ways").onchange = () => this.show();
    }

    get legal() {
      const { path } = this;
      if (!path.length) return [];
      return data.near[path[path.length - 1]].filter((n) => !path.includes(n));
    }

    move(n) {
      const { path } = this;
      const name = data.names[n];
      if (path.length && !this.legal.includes(n)) {
        say(path.includes(n) ? `${name} has been visited.` : `No move leads from ${data.names[path[path.length - 1]]} to ${name}.`);
        return;
      }
      path.push(n);
      this.show();
      say(`${name}, number ${path.length}. ${this.verdict().join(" ")}`, false);
    }

    undo() {
      const n = this.path.pop();
      this.show();
      if (n !== undefined) say(`${data.names[n]} taken back.`, false);
    }

    restart() {
      this.path.length = 0;
      this.show();
      say(`Choose a ${data.noun} to start from.`, false);
    }

    verdict() {
      const { path, legal } = this;
      if (!path.length) return [`Choose a ${data.noun} to start from.`, `Visit all ${size} ${data.noun}s once${data.closed ? ", and end a move away from the start" : ""}.`];
      if (path.length === size) {
        const home = size > 1 && data.near[path[size - 1]].includes(path[0]);
        if (home) return ["A closed tour!", `All ${size} ${data.noun}s, and a move leads back to the start.`];
        if (!data.closed) return ["A tour!", `You visited all ${size} ${data.noun}s.`];
        return ["Nearly.", "All visited, but no move leads back to the start. Undo, and try another end."];
      }
      if (!legal.length) return ["Stuck.", `${size - path.length} ${data.noun}s are left, and no move leads on. Undo, or restart.`];
      return [`${path.length} of ${size}`, `${legal.length} move${legal.length > 1 ? "s lead" : " leads"} on from ${data.names[path[path.length - 1]]}.`];
    }

    show() {
      const { path } = this;
      const states = new Array(size).fill(blank);
      path.forEach((n, k) => {
        states[n] = node(k === 0 ? START : k === path.length - 1 ? HEAD : ON, String(k + 1), k ? path[k - 1] : -1);
      });
      const [head, text] = this.verdict();
      const won = head.endsWith("!");
      if (won && head.startsWith("A closed")) states[path[0]] = node(START, "1", path[size - 1]);
      board.root.classList.remove("stepping");
      board.show(states);
      const { legal } = this;
      const taken = new Set(path);
      const ways = legal.map((n) => data.near[n].filter((m) => !taken.has(m)).length);
      board.hint(legal, at("ways").checked ? ways : null);
      tell([head, text]);
      at("undo").disabled = at("restart").disabled = !path.length;
    }
  }

  function tell([head, text]) {
    const strong = document.createElement("strong");
    strong.textContent = head;
    at("verdict").replaceChildren(strong, text);
    at("verdict").classList.toggle("won", head.endsWith("!"));
  }

  // ---- A puzzle by hand: pieces and crosses, with hints in their order.

  class PuzzleGame {
    constructor() {
      const { known, hints } = data.puzzle;
      this.known = new Map(known);
      this.truth = new Map([...known, ...hints.flatMap(([squares]) => squares)]);
      if ([...this.truth.values()].filter(Boolean).length === data.puzzle.pieces) {
        data.nodes.forEach((_, n) => { if (!this.truth.has(n)) this.truth.set(n, false); });
      }
      this.caption = `Place ${data.puzzle.pieces} queens: one in each row, column and region, none touching another.`;
      this.keys = [["← → ↑ ↓", "choose a square"], ["Enter, Space", "a cross, a queen, nothing"], ["H", "hint"], ["Backspace, U", "undo"], ["R", "restart"]];
      this.marks = new Set();
      this.undone = [];
      at("undo").onclick = () => this.undo();
      at("restart").onclick = () => this.restart();
      at("hint").onclick = () => this.hint();
      at("hint").hidden = false;
      at("ways").parentElement.hidden = true;
      this.restart();
    }

    get legal() { return []; } // any square will do

    set(n, value) {
      this.undone.push([n, this.values.get(n)]);
      if (value === undefined) this.values.delete(n); else this.values.set(n, value);
    }

    move(n) {
      const name = data.names[n];
      if (this.known.has(n)) {
        say(`${name} is given.`);
        return;
      }
      const value = this.values.get(n);
      this.set(n, value === undefined ? false : value === false ? true : undefined);
      this.show();
      say(`${at(`n${n}`).getAttribute("aria-label")}. ${this.verdict().join(" ")}`, false);
    }

    undo() {
      if (!this.undone.length) return;
      const [n, value] = this.undone.pop();
      if (value === undefined) this.values.delete(n); else this.values.set(n, value);
      this.show();
      say(`${data.names[n]} taken back.`, false);
    }

    restart() {
      this.undone.length = 0;
      this.values = new Map(this.known);
      this.show();
    }

    // What is wrong first; then the first squares of the list that are not filled in.
    hint() {
      const wrong = [...this.values].find(([n, value]) => this.truth.has(n) && this.truth.get(n) !== value);
      const next = data.puzzle.hints.find(([squares]) => squares.some(([n, value]) => this.values.get(n) !== value));
      if (wrong) {
        this.set(wrong[0], undefined);
        this.show();
        say(`${data.names[wrong[0]]} was ${wrong[1] ? "no queen" : "a queen"}: taken back.`);
      } else if (next) {
        for (const [n, value] of next[0]) if (this.values.get(n) !== value) this.set(n, value);
        this.show();
        say(next[1]);
      } else say("There is no further hint.");
    }

    get queens() { return [...this.values].filter(([, value]) => value).map(([n]) => n); }

    verdict() {
      const { queens } = this;
      const { pieces, near } = data.puzzle;
      const clash = queens.find((n) => near[n].some((m) => this.values.get(m)));
      if (clash !== undefined) return ["Not so.", "Two queens are in one row, column or region, or touch."];
      if (queens.length === pieces) return ["Solved!", `All ${pieces} queens stand.`];
      return [`${queens.length} of ${pieces}`, "queens stand, none against the rules."];
    }

    show() {
      const states = new Array(size).fill(blank);
      for (const [n, value] of this.values) {
        const clash = value && data.puzzle.near[n].some((m) => this.values.get(m));
        states[n] = value ? node(clash ? LEFT : ON, "", -1) : node(PASSED, CROSS, -1);
      }
      board.root.classList.remove("stepping");
      board.show(states);
      board.hint([]);
      tell(this.verdict());
      at("undo").disabled = !this.undone.length;
      at("restart").disabled = this.values.size === this.known.size;
    }
  }

  // ---- Both together: modes, the keyboard, clicks.

  const tours = new Map(data.tours.map((order) => [order[0], order]));
  const first = data.tours[0];
  function tourFrom(n) {
    if (tours.has(n)) return tours.get(n);
    if (!first || !data.ring) return null;
    const k = first.indexOf(n);
    return [...first.slice(k), ...first.slice(0, k)];
  }
  const many = data.ring || tours.size > 1;

  const player = new Player();
  const game = data.puzzle ? new PuzzleGame() : data.near && new Game();
  const modes = [];
  if (data.why) modes.push({ label: "Why not", proof: true });
  if (first) modes.push({ label: "Tour", films: [tourFilm(first, data.closed)], start: many && startAt });
  for (const film of data.films) modes.push({ label: film.label, films: [film] });
  if (data.near && !data.films.length) modes.push({ label: "Search", race: true, start: raceFrom });
  if (game) modes.push({ label: data.puzzle ? "Puzzle" : "Try it yourself", game });
  let mode = null;
  let cursor = first ? first[0] : 0;
  const point = () => boards.forEach((one) => one.point(cursor));

  const PLAY_KEYS = [["Space", "play or pause"], ["← →", "a step back, a step on"], ["Home, End", "to the start, to the end"]];
  const START_KEYS = [["Space", "play or pause"], ["← → ↑ ↓", `choose a ${data.noun}`], ["Enter", "start there"], [", .", "a step back, a step on"], ["Home, End", "to the start, to the end"]];

  function choose(next) {
    mode = next;
    modes.forEach((m) => m.button.setAttribute("aria-pressed", String(m === mode)));
    player.pause();
    board.hint([]);
    if (mode.race && boards.length < 2) boards.push(makeBoard(at("board1"), "m"));
    figure.hidden = Boolean(mode.proof);
    at("proof").hidden = !mode.proof;
    at("track1").hidden = !mode.race;
    figure.classList.toggle("pair", Boolean(mode.race));
    figure.classList.toggle("stacked", data.view[0] > 1.7 * data.view[1]);
    at("counters").hidden = Boolean(mode.race);
    at("watch").hidden = Boolean(mode.game || mode.proof);
    at("try").hidden = !mode.game;
    at("where").hidden = !mode.start;
    at("where").textContent = `Choose a ${data.noun}: the ${mode.race ? "searches start" : "tour starts"} there.`;
    at("from").hidden = !mode.race;
    at("way").hidden = !(data.legs.length && mode.films && !mode.race);
    if (!at("way").hidden) legs.load();
    for (const { root } of boards) root.classList.toggle("inviting", Boolean(mode.game || mode.start));
    for (const id of ["rule0", "counters0", "result0"]) at(id).replaceChildren();
    point();
    say("");
    const keys = mode.game ? mode.game.keys : mode.start ? START_KEYS : PLAY_KEYS;
    at("keys").replaceChildren(...keys.flatMap(([key, does]) => {
      const [term, text] = [document.createElement("dt"), document.createElement("dd")];
      term.textContent = key;
      text.textContent = does;
      return [term, text];
    }));
    if (mode.proof) {
      at("caption").textContent = "";
    } else if (mode.game) {
      at("caption").textContent = mode.game.caption;
      mode.game.show();
    } else if (mode.race) {
      raceFrom(cursor);
    } else {
      player.load(mode.films);
    }
    legend();
  }

  // Two searches from a node, side by side. Where motion is not welcome, their ends are shown.
  function raceFrom(n) {
    const limit = Math.max(data.limit, 2 * size);
    mode.films = [false, true].map((warnsdorff) => searchFilm(n, { warnsdorff, limit }));
    ["Naive: moves in a fixed order", "Warnsdorff: fewest ways on first"].forEach((rule, i) => {
      mode.films[i].rule = rule;
      at(`rule${i}`).textContent = rule;
    });
    if (!at("start").options.length) at("start").append(...data.names.map((name, k) => new Option(name, k)));
    at("start").value = n;
    player.load(mode.films, { title: `${mode.films[0].title}, at most ${limit.toLocaleString("en")} steps each`, k: calm.matches ? undefined : 1 });
    say(`The searches start at ${data.names[n]}.`, false);
    if (!calm.matches) player.toggle();
  }

  function legend() {
    const has = mode.films ? new Set(mode.films.flatMap((film) => film.steps.flatMap((step) => step[1].map((change) => change[1])))) : mode.game ? mode.game.marks : new Set();
    const items = data.legend.filter(([mark]) => has.has(mark)).map(([mark, text]) => {
      const item = document.createElement("span");
      const dot = make("svg", { class: "icosian", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, item);
      make("circle", { r: 8, "stroke-width": mark === AGAIN ? 4 : 2 }, make("g", { class: `mark m-${data.marks[mark]}` }, dot));
      item.append(text);
      return item;
    });
    at("legend").replaceChildren(...items);
  }

  function startAt(n) {
    const order = tourFrom(n);
    if (!order) {
      why(n);
      return;
    }
    mode.films = [tourFilm(order, data.closed)];
    if (data.legs.length) legs.load(order);
    player.load(mode.films, { k: 0 });
    say(`The tour starts at ${data.names[n]}.`);
    player.toggle();
  }

  // The reason why there is no tour, above the board: of the graph, or of one start.
  function why(n) {
    const reason = data.why || data.reasons[n];
    if (n !== undefined) say(reason || `This page holds no tour from ${data.names[n]}.`, !reason);
    at("why").hidden = !reason;
    if (reason) at("why").textContent = reason;
  }

  function take(n) {
    cursor = n;
    point();
    if (mode.game) mode.game.move(n);
    else if (mode.start) mode.start(n);
  }

  // The nearest node in the direction of an arrow: a square on boards, and any node in graphs.
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function wander([dx, dy]) {
    const [x0, y0] = data.nodes[cursor];
    let best = null;
    let least = Infinity;
    data.nodes.forEach(([x, y], n) => {
      const ahead = (x - x0) * dx + (y - y0) * dy;
      const aside = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
      if (ahead > 1e-6 && aside <= 2.5 * ahead && ahead + 3 * aside < least) {
        best = n;
        least = ahead + 3 * aside;
      }
    });
    if (best === null) return;
    cursor = best;
    point();
    const legal = mode.game && mode.game.legal.includes(cursor);
    say(`${board.words(cursor)}${legal ? ", a move leads here" : ""}`, false);
  }

  function pressed(key) {
    const choosing = mode.game || mode.start;
    if (choosing && key in ARROWS) wander(ARROWS[key]);
    else if (mode.game && (key === "Enter" || key === " ")) take(cursor);
    else if (mode.game && (key === "Backspace" || key === "u" || key === "U")) game.undo();
    else if (mode.game && (key === "r" || key === "R")) game.restart();
    else if (data.puzzle && (key === "h" || key === "H")) game.hint();
    else if (mode.game) return false;
    else if (key === " ") player.toggle();
    else if (key === "Enter" && mode.start) take(cursor);
    else if (key === "ArrowLeft" || key === ",") player.go(player.k - 1);
    else if (key === "ArrowRight" || key === ".") player.go(player.k + 1);
    else if (key === "Home") player.go(0);
    else if (key === "End") player.go(player.length);
    else return false;
    return true;
  }

  figure.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (pressed(event.key)) event.preventDefault();
  });
  figure.addEventListener("click", (event) => {
    const field = event.target.closest("[data-n]");
    if (field) take(Number(field.dataset.n));
    else if (data.large && mode.start && event.target.closest(".board")) {
      const box = board.root.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.left) * data.view[0] / box.width, (event.clientY - box.top) * data.view[1] / box.height];
      const far = data.nodes.map(([a, b]) => (a - x) ** 2 + (b - y) ** 2);
      take(far.indexOf(far.reduce((p, q) => Math.min(p, q))));
    }
  });
  at("start").onchange = () => take(Number(at("start").value));

  for (const m of modes) {
    m.button = document.createElement("button");
    m.button.textContent = m.label;
    m.button.onclick = () => choose(m);
    at("modes").append(m.button);
  }
  document.querySelector("main").hidden = false;
  at("claim").textContent = data.claim;
  at("claim").hidden = !data.claim;
  const barred = Object.keys(data.reasons).length;
  if (data.why) why();
  else if (barred) {
    at("why").hidden = false;
    at("why").textContent = `No tour starts at ${barred} of the ${size} ${data.noun}s. ${Object.values(data.reasons)[0]}`;
  }
  choose(modes[0]);
})();
