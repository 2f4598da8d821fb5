"""SQL views of a run's results for people who query them; ``docs/store.md`` describes them, and nothing in the arena reads them."""

from __future__ import annotations

from typing import Final

# Views for people; ``IF NOT EXISTS``, so that a run that is older than a view gets it when it is continued.
VIEWS: Final = """
CREATE VIEW IF NOT EXISTS rule_sets AS
SELECT CAST(one.key AS INTEGER) AS rules, one.value ->> 'name' AS name, one.value -> '$.table.sides' AS sides
FROM run, json_each(run.value) AS one WHERE run.key = 'rules';
CREATE VIEW IF NOT EXISTS sittings AS
SELECT DISTINCT games.rules, rule_sets.name AS rule_set, games.names, games.board, games.leg, seats.value AS entrant, side.key AS side,
  (games.scores ->> side.key) AS score, games.hands, (games.points ->> side.key) AS own,
  (games.points ->> side.key) - ((SELECT total(value) FROM json_each(games.points)) - (games.points ->> side.key))
    / (json_array_length(games.points) - 1) AS points,
  CASE WHEN games.outcome = 'void' THEN 'void' WHEN games.winner = side.key THEN 'won' WHEN games.winner IS NOT NULL THEN 'lost'
    WHEN side.key IN (SELECT value FROM json_each(games.forfeits)) THEN 'lost'
    WHEN json_array_length(games.scores) = 2 OR (games.scores ->> side.key) = (SELECT max(score.value) FROM json_each(games.scores) AS score
      WHERE score.key NOT IN (SELECT value FROM json_each(games.forfeits))) THEN 'drawn' ELSE 'lost' END AS result,
  CASE WHEN games.winner IS NULL AND json_array_length(games.scores) = 2 THEN 0 WHEN games.winner = side.key THEN -10000000
    WHEN side.key IN (SELECT value FROM json_each(games.forfeits)) THEN 10000000 ELSE -(games.scores ->> side.key) END AS place,
  EXISTS (SELECT 1 FROM games AS twin WHERE twin.rules = games.rules AND twin.first_board = games.first_board
    AND twin.names = games.names AND twin.board = games.board AND twin.outcome = 'void') AS void
FROM games JOIN rule_sets USING (rules), json_each(rule_sets.sides) AS side, json_each(side.value) AS seat,
  json_each(games.seats) AS seats WHERE seats.key = seat.value;
CREATE VIEW IF NOT EXISTS bidding AS
SELECT rule_sets.name AS rule_set, seat.value AS entrant,
  sum(games.contracts ->> seat.key) AS contracts, sum(games.made ->> seat.key) AS made,
  1.0 * sum(games.made ->> seat.key) / nullif(sum(games.contracts ->> seat.key), 0) AS bids_made,
  1.0 * sum(games.bids ->> seat.key) / nullif(sum(games.contracts ->> seat.key), 0) AS average_bid
FROM games JOIN rule_sets USING (rules), json_each(games.seats) AS seat
WHERE NOT EXISTS (SELECT 1 FROM games AS twin WHERE twin.rules = games.rules AND twin.first_board = games.first_board
  AND twin.names = games.names AND twin.board = games.board AND twin.outcome = 'void')
GROUP BY games.rules, entrant;
CREATE VIEW IF NOT EXISTS standings AS
SELECT rule_set, entrant, count(*) AS games, sum(result = 'won') AS wins, sum(result = 'lost') AS losses, sum(result = 'drawn') AS draws,
  sum(points) / nullif(sum(hands), 0) AS points_per_hand,
  (SELECT count(*) FROM faults WHERE faults.entrant = sittings.entrant AND faults.rules = sittings.rules) AS faults
FROM sittings WHERE NOT void GROUP BY rules, entrant;
CREATE VIEW IF NOT EXISTS head_to_head AS
SELECT one.rule_set, one.entrant, other.entrant AS against, count(DISTINCT one.board || one.names) AS boards, count(*) AS games,
  sum(one.place < other.place) AS wins, sum(one.place > other.place) AS losses, sum(one.place = other.place) AS draws,
  1.0 * sum(one.own - other.own) / nullif(sum(one.hands), 0) AS points_per_hand
FROM sittings AS one JOIN sittings AS other USING (rules, names, board, leg)
WHERE one.side <> other.side AND NOT one.void GROUP BY one.rules, one.entrant, other.entrant
"""
