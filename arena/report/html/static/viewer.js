// The table to watch hands at: recorded hands as steps, and what the table looks like after each. Text enters the page as text only.
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const PACE = 900;

function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "style") Object.entries(value).forEach(([key, to]) => made.style.setProperty(key, to));
    else if (value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...inside.filter((one) => one !== null));
  return made;
}

function sign(suit, style = null) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#suit-${suit}`);
  svg.setAttribute("aria-hidden", "true");
  if (style) svg.setAttribute("class", style);
  svg.append(use);
  return svg;
}

const cardsOf = (text) => (text ? text.split(" ") : []);
const suitOf = (card) => (card[0] === "X" ? "X" : card[1]);
const ORDER = "23456789TJQKA";
const shown = (card) => "XSHCD".indexOf(suitOf(card)) * 20 - ORDER.indexOf(card[0]) - (card === "X+" ? 1 : 0);
const fanned = (cards) => [...cards].sort((a, b) => shown(a) - shown(b));
const plus = (number) => (number > 0 ? `+${number}` : String(number));
// A name written from right to left does not reorder the numbers beside it.
const named = (name) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name);
const isTrump = (card, trump) => trump !== null && (suitOf(card) === trump || suitOf(card) === "X");

// The names of a table in whatever order; a link's plus comes as a space.
const wordsOf = (names) => names.replaceAll("+", " ").split(" ").sort().join(" ");

function spoken(card) {
  if (card[0] === "X") return card[1] === "+" ? "high joker" : "low joker";
  return `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;
}

function cardFace(card, trump) {
  const suit = suitOf(card);
  const red = suit === "H" || suit === "D" || card === "X+";
  const rank = suit === "X" ? card[1].replace("-", "−") : card[0].replace("T", "10");
  const face = `card${red ? " red" : ""}${isTrump(card, trump) ? " trump" : ""}`;
  return make("span", { class: face, role: "img", "aria-label": spoken(card), "data-card": card }, make("span", { class: rank === "10" ? "r ten" : "r", "aria-hidden": "true" }, rank), sign(suit, "pip"), sign(suit, "big"));
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

function stepsOf(hand, rules) {
  const players = hand.holdings.length;
  const steps = [{ kind: "deal", seat: hand.dealer }];
  hand.auction.forEach(([seat, bid], n) => steps.push({ kind: "bid", phase: "auction", seat, bid, n }));
  if (hand.pitcher === null) return [...steps, { kind: "end" }];
  const swaps = hand.exchange.map((swap) => ({ kind: "swap", phase: "exchange", seat: swap.seat, swap }));
  if (rules.announced) steps.push({ kind: "trump", phase: "trump", seat: hand.pitcher, n: 0 });
  if (!rules.afterLead) steps.push(...swaps);
  let n = 0;
  hand.tricks.forEach((trick, number) => cardsOf(trick.cards).forEach((card, place, all) => {
    const seat = trick.seats ? trick.seats[place] : (trick.lead + place) % players;
    steps.push({ kind: "play", phase: "play", seat, card, n, number, leads: place === 0, closes: place === all.length - 1, trick });
    if (n === 0 && rules.afterLead) steps.push(...swaps);
    n += 1;
  }));
  return [...steps, { kind: "end" }];
}

function without(held, gone) {
  const left = [...held];
  gone.forEach((card) => left.includes(card) && left.splice(left.indexOf(card), 1));
  return left;
}

function worth(card, rules) {
  return rules.pips[card[0] === "X" ? card : card[0]] ?? 0;
}

// What the table looks like after step `upTo`.
function tableAfter(hand, steps, upTo, rules) {
  const sideOf = (seat) => rules.sides.findIndex((seats) => seats.includes(seat));
  const at = {
    held: hand.holdings.map(cardsOf), says: hand.holdings.map(() => ""), trick: [], winner: null, trump: null, over: false,
    tricks: rules.sides.map(() => 0), pips: rules.sides.map(() => 0), fallen: new Set(), swapped: false,
  };
  steps.slice(0, upTo + 1).forEach((step) => {
    if (step.kind === "bid") at.says[step.seat] = step.bid === "pass" ? "pass" : `bids ${step.bid}`;
    if (step.kind === "trump") at.trump = hand.trump;
    if (step.kind === "swap") {
      const { discard, draw, burn } = step.swap;
      at.held[step.seat] = without([...at.held[step.seat], ...cardsOf(draw)], [...cardsOf(discard), ...cardsOf(burn)]);
      at.says[step.seat] = [[discard, "throws"], [draw, "draws"], [burn, "burns"]].filter(([cards]) => cards).map(([cards, verb]) => `${verb} ${cardsOf(cards).length}`).join(", ") || "keeps all";
    }
    if (step.kind === "play") {
      if (step.leads) Object.assign(at, { trick: [], winner: null, says: at.says.map(() => "") });
      at.trump = hand.trump;
      at.held[step.seat] = without(at.held[step.seat], [step.card]);
      at.trick.push({ seat: step.seat, card: step.card });
      if (step.closes) {
        const side = sideOf(step.trick.winner);
        at.winner = step.trick.winner;
        at.tricks[side] += 1;
        at.trick.forEach(({ card }) => { at.pips[side] += worth(card, rules); at.fallen.add(card); });
      }
    }
    if (step.kind === "end") Object.assign(at, { over: true, trick: [], winner: null, says: at.says.map(() => "") });
  });
  at.points = hand.points.filter((one) => at.over || (one.card !== null && at.fallen.has(one.card)));
  return at;
}

function faultsAt(hand, step) {
  const exchange = ["discard", "burn"];
  return hand.faults.filter((fault) => (step.phase === "exchange" ? exchange.includes(fault.phase) && fault.seat === step.seat : fault.phase === step.phase && fault.n === step.n));
}

function told(hand, game, step) {
  const who = step.seat === undefined ? "" : `${named(game.seats[step.seat])} (seat ${step.seat})`;
  switch (step.kind) {
    case "deal": return `${who} deals.`;
    case "bid": return step.bid === "pass" ? `${who} passes.` : `${who} bids ${step.bid}.`;
    case "trump": return `${who} names ${SUITS[hand.trump]} as trump.`;
    case "swap": return `${who} exchanges cards.`;
    case "play": return `${who} ${step.leads ? "leads" : "plays"} the ${spoken(step.card)}${step.closes ? `; ${named(game.seats[step.trick.winner])} takes the trick` : ""}.`;
    default: return verdict(hand, game);
  }
}

function verdict(hand, game) {
  if (hand.pitcher === null) return hand.deltas.some(Boolean) ? "Nobody bid; the dealer's side is fined." : "Nobody bid; the hand is dealt again.";
  return `${named(game.seats[hand.pitcher])} bid ${hand.bid} and ${hand.made ? "made it" : "was set"}: ${hand.deltas.map(plus).join(" to ")}.`;
}

function seatPlace(seat, players, across, down) {
  const angle = (2 * Math.PI * seat) / players;
  return { left: `${50 - across * Math.sin(angle)}%`, top: `${50 + down * Math.cos(angle)}%` };
}

function seatBox(seat, hand, game, at, step) {
  const players = hand.holdings.length;
  const badges = [
    seat === hand.dealer ? make("span", { class: "badge", title: "dealer" }, "D") : null,
    seat === hand.pitcher && step.kind !== "deal" && step.kind !== "bid" ? make("span", { class: "badge pitch", title: "pitcher" }, `bid ${hand.bid}`) : null,
    faultsAt(hand, step).some((fault) => fault.seat === seat) ? make("span", { class: "badge bad", title: "fault" }, "fault") : null,
  ];
  const fan = make("ul", { class: "fan", "aria-label": `held by seat ${seat}` }, ...fanned(at.held[seat]).map((card) => make("li", {}, cardFace(card, at.trump))));
  fan.style.setProperty("--gap", players > 4 ? "3.2cqw" : "4.1cqw");
  const box = make("div", { class: `seat${step.seat === seat ? " acts" : ""}`, "data-seat": seat, style: seatPlace(seat, players, players > 4 ? 35 : 33, 35) },
    make("div", { class: "who" }, make("b", { title: game.seats[seat] }, game.seats[seat]), ...badges), fan, make("div", { class: "says" }, at.says[seat]));
  return box;
}

function felt(hand, game, at, step) {
  const players = hand.holdings.length;
  const centre = make("div", { class: "centre" }, ...at.trick.map(({ seat, card }) => {
    const face = cardFace(card, at.trump);
    Object.entries(seatPlace(seat, players, players > 4 ? 13 : 11, players > 4 ? 14 : 12)).forEach(([key, value]) => face.style.setProperty(key, value));
    face.classList.toggle("won", seat === at.winner);
    return face;
  }));
  const trump = at.trump === null ? null : make("div", { class: "trump-sign", role: "img", "aria-label": `trump is ${SUITS[at.trump]}` }, "trump ", sign(at.trump));
  return make("div", { class: `felt${players > 4 ? " many" : ""}` }, trump, ...hand.holdings.map((_, seat) => seatBox(seat, hand, game, at, step)), centre);
}

function sideName(side, game, rules) {
  return [...new Set(rules.sides[side].map((seat) => named(game.seats[seat])))].join(" + ");
}

function scoreTable(hand, game, at, rules) {
  const row = (side) => {
    const delta = hand.deltas[side];
    const taken = at.points.filter((one) => one.side === side).reduce((sum, one) => sum + one.value, 0);
    return make("tr", { class: `c${side}`, "data-side": side },
      make("th", { class: "side", scope: "row" }, sideName(side, game, rules)),
      make("td", { class: "n" }, String(at.tricks[side])), make("td", { class: "n" }, String(at.over ? hand.pips[side] : at.pips[side])), make("td", { class: "n" }, String(taken)),
      make("td", { class: `n ${at.over && delta > 0 ? "up" : at.over && delta < 0 ? "down" : ""}`, "data-what": "delta" }, at.over ? plus(delta) : "–"),
      make("td", { class: "n strong", "data-what": "score" }, String(at.over ? hand.scores[side] : hand.scores_before[side])));
  };
  const head = ["side", "tricks", "pips", "points", "hand", "score"].map((text, place) => make("th", { scope: "col", class: place ? "n" : null }, text));
  return make("table", { class: "score" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rules.sides.map((_, side) => row(side))));
}

function awards(hand, game, at, rules) {
  return make("ul", { class: "awards", "aria-label": "points that fell" }, ...at.points.map((one) => make("li", { class: `c${one.side}` }, `${one.id}${one.card ? ` ${one.card}` : ""}: ${sideName(one.side, game, rules)} ${plus(one.value)}`)));
}

function faultNotes(hand, game, step, lastHand) {
  const here = faultsAt(hand, step).map((fault) => {
    const more = game.faults.find((one) => one.hand === hand.hand && one.phase === fault.phase && one.n === fault.n && one.seat === fault.seat);
    return `${named(game.seats[fault.seat])} answered ${fault.answer || "nothing"}; ${fault.used || "pass"} was taken instead.${more?.detail ? ` ${more.detail}` : ""}`;
  });
  const recorded = new Set(game.hands.map((one) => one.hand));
  const loose = lastHand && step.kind === "end" ? game.faults.filter((one) => !recorded.has(one.hand) || one.phase === "between hands").map((one) => `${named(one.entrant)}: ${one.kind}, hand ${one.hand}, ${one.phase}. ${one.detail}`) : [];
  return [...here, ...loose].map((text) => make("p", { class: "fault" }, text));
}

function gameVerdict(game, rules) {
  const scores = game.scores.join("–");
  if (game.outcome === "void") return `Void: more than one side forfeited (${scores}).`;
  if (game.winner === null) return `The game is drawn, ${scores}, ${game.end}.`;
  return `${sideName(game.winner, game, rules)} wins the game, ${scores}, ${game.end}.`;
}

function legBox(game, hand, step, steps, upTo, rules, active) {
  const box = make("section", { class: `leg${active ? " active" : ""}`, "data-leg": game.leg, "aria-label": `Leg ${game.leg}` });
  const final = gameVerdict(game, rules);
  if (!hand) {
    box.append(make("h3", {}, `Leg ${game.leg}`), make("p", { class: "verdict" }, game.hands.length ? `This leg had ended by then. ${final}` : `No hand was finished. ${final}`));
    return box;
  }
  const at = tableAfter(hand, steps, upTo, rules);
  const lastHand = hand === game.hands.at(-1);
  const ends = step.kind === "end" ? `${verdict(hand, game)}${lastHand ? ` ${final}` : ""}` : "";
  box.append(make("h3", {}, `Leg ${game.leg}`, make("span", {}, `hand ${hand.hand}, to ${rules.target}`)), scoreTable(hand, game, at, rules), felt(hand, game, at, step),
    awards(hand, game, at, rules), ...faultNotes(hand, game, step, lastHand), make("p", { class: "verdict" }, ends));
  return box;
}

class Watch {
  constructor(root, data) {
    Object.assign(this, { root, data, games: [], place: 0, hand: 0, step: 0, leg: 1, timer: null });
    this.find = (id) => document.getElementById(id);
    this.tables = [...new Map(data.boards.map((one) => [JSON.stringify([one.rules, one.table]), one])).values()];
    this.find("pick-table").append(...this.tables.map((one, n) => make("option", { value: n }, this.tableName(one))));
    this.listen();
  }

  tableName(one) {
    return one.table.map(named).join(" – ") + (this.data.rules.length > 1 ? ` (${this.data.rules[one.rules].name})` : "");
  }

  listen() {
    this.find("pick-table").addEventListener("change", (event) => this.open(this.boardsOf(this.tables[event.target.value])[0]));
    this.find("pick-board").addEventListener("change", (event) => this.open(Number(event.target.value)));
    this.find("pick-hand").addEventListener("change", (event) => this.go(Number(event.target.value), 0));
    this.find("step").addEventListener("input", (event) => this.go(this.hand, Number(event.target.value)));
    this.root.querySelectorAll("[data-do]").forEach((button) => button.addEventListener("click", () => this.act(button.dataset.do)));
    this.root.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
  }

  boardsOf(table) {
    return this.data.boards.flatMap((one, n) => (one.rules === table.rules && String(one.table) === String(table.table) ? [n] : []));
  }

  key(event) {
    const chosen = { ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last", " ": "play", n: "next", p: "previous", N: "next", P: "previous" }[event.key];
    const own = event.target.matches("select, input") || (event.key === " " && event.target.matches("button, a"));
    if (!chosen || own || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.act(chosen);
  }

  act(what) {
    if (what !== "play" && this.timer) this.play(false);
    const last = this.length - 1;
    if (what === "on") this.step < last ? this.go(this.hand, this.step + 1) : this.go(this.hand + 1, 0);
    if (what === "back") this.step > 0 ? this.go(this.hand, this.step - 1) : this.go(this.hand - 1, Infinity);
    if (what === "first") this.go(this.hand, 0);
    if (what === "last") this.go(this.hand, last);
    if (what === "next") this.go(this.hand + 1, 0);
    if (what === "previous") this.go(this.hand - 1, 0);
    if (what === "play") this.play(!this.timer);
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.tick(), PACE) : null;
    const button = this.root.querySelector("[data-do=play]");
    button.setAttribute("aria-pressed", String(on));
    button.setAttribute("aria-label", on ? "Pause" : "Play");
  }

  tick() {
    if (this.step < this.length - 1) this.go(this.hand, this.step + 1);
    else if (this.hand < this.hands - 1) this.go(this.hand + 1, 0);
    else this.play(false);
  }

  get hands() { return Math.max(0, ...this.games.map((game) => game.hands.length)); }

  get rules() { return this.data.rules[this.data.boards[this.place].rules]; }

  async open(place, hand = 0, leg = 1) {
    const board = this.data.boards[place];
    this.games = await unpacked(board.data);
    Object.assign(this, { place, leg });
    const mine = this.boardsOf(board);
    this.find("pick-table").value = this.tables.findIndex((one) => one.rules === board.rules && String(one.table) === String(board.table));
    this.find("pick-board").replaceChildren(...mine.map((n) => make("option", { value: n }, String(this.data.boards[n].board))));
    this.find("pick-board").value = place;
    this.find("pick-hand").replaceChildren(...Array.from({ length: this.hands }, (_, n) => make("option", { value: n }, String(n + 1))));
    this.go(Math.max(0, Math.min(hand, this.hands - 1)) || 0, 0, true);
  }

  go(hand, step, fresh = false) {
    if (!fresh && (hand < 0 || hand >= this.hands)) return;
    this.hand = hand;
    const legs = this.games.map((game) => ({ game, hand: game.hands[hand], steps: game.hands[hand] ? stepsOf(game.hands[hand], this.rules) : [] }));
    this.length = Math.max(1, ...legs.map((one) => one.steps.length));
    this.step = Math.min(step, this.length - 1);
    const boxes = legs.map(({ game, hand: own, steps }) => {
      const upTo = Math.min(this.step, steps.length - 1);
      return legBox(game, own, steps[upTo], steps, upTo, this.rules, game.leg === this.leg);
    });
    this.find("tables").replaceChildren(...boxes);
    this.show(legs);
  }

  show(legs) {
    const board = this.data.boards[this.place];
    this.find("pick-hand").value = this.hand;
    Object.assign(this.find("step"), { max: this.length - 1, value: this.step });
    this.find("count").textContent = `step ${this.step} of ${this.length - 1}`;
    this.find("said").textContent = legs.filter((one) => one.hand && (legs.length < 3 || one.game.leg === this.leg)).map((one) => `Leg ${one.game.leg}: ${told(one.hand, one.game, one.steps[Math.min(this.step, one.steps.length - 1)])}`).join(" ");
    const to = new URLSearchParams({ board: board.board, leg: this.leg, hand: this.hand + 1, table: board.table.join("+"), rules: this.data.rules[board.rules].name });
    this.find("link").href = `#${to}`;
  }

  regret() {
    this.find("said").textContent = this.missing;
    this.root.scrollIntoView();
  }

  // #board=12&leg=1&hand=3, with &table=a+b and &rules=name where more than one table has that board.
  // Of one that is not in this page it is said so, and nothing is opened.
  follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (!asked.has("board")) return false;
    const table = asked.get("table");
    const place = this.data.boards.findIndex((one) => one.board === Number(asked.get("board"))
      && (!table || wordsOf(one.table.join("+")) === wordsOf(table)) && (!asked.has("rules") || this.data.rules[one.rules].name === asked.get("rules")));
    if (place < 0) {
      const whose = [asked.get("table"), asked.get("rules")].map((one) => (one ? ` of ${named(one)}` : "")).join("");
      this.missing = `Board ${asked.get("board")}${whose} is not in this page; arena replay shows every recorded board.`;
      this.regret();
      return false;
    }
    this.open(place, Number(asked.get("hand") ?? 1) - 1, Number(asked.get("leg") ?? 1)).then(() => {
      this.root.focus({ preventScroll: true });
      (this.root.querySelector(`[data-leg="${this.leg}"]`) ?? this.root).scrollIntoView({ block: "nearest" });
      this.root.scrollIntoView();
    });
    return true;
  }
}

const viewerRoot = document.getElementById("viewer");
if (viewerRoot) {
  const watch = new Watch(viewerRoot, JSON.parse(document.getElementById("data").textContent));
  if (watch.data.boards.length && !watch.follow()) watch.open(0).then(() => watch.missing && watch.regret());
}
