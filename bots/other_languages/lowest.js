// A bot for Node: bids only when it must, plays its lowest card. Run it with {command: [node, lowest.js], name: lowest-js}.
"use strict";
const readline = require("node:readline");

const RANKS = "23456789TJQKA";
const rank = (code) => RANKS.indexOf(code[0]); // a joker (X-, X+) is below every rank

function action(view) {
  const legal = view.legal === "" ? [] : view.legal.split(" ");
  switch (view.phase) {
    case "auction":
      return legal[0]; // "pass", or the least bid where passing is not allowed
    case "trump":
      return legal[0];
    case "play":
      return legal.reduce((low, card) => (rank(card) < rank(low) ? card : low));
    default: // discard and burn: any number of cards from least to most
      return legal.slice(0, view.least).join(" ");
  }
}

function reply(message) {
  switch (message.type) {
    case "hello":
      if (!message.protocol.includes(1)) throw new Error("this bot speaks version 1 of the protocol");
      return { type: "hello", protocol: 1 };
    case "ask":
      return { type: "answer", id: message.id, action: action(message.view) };
    default: // game_started, game_ended
      return { type: "done", id: message.id };
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(JSON.stringify(reply(JSON.parse(line))) + "\n");
});
