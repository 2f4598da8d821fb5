#!/bin/sh
# A bot for any system with a POSIX shell and awk: bids only when it must, plays its lowest card.
# Run it with {command: [sh, lowest.sh], name: lowest-sh}. (mawk needs -W interactive to read line by line.)
case $(awk -W interactive 'BEGIN { exit 0 }' </dev/null 2>&1 || echo no) in "") interactive="-W interactive" ;; *) interactive="" ;; esac
# shellcheck disable=SC2086
exec awk $interactive '
function text(name,   rest) {
    if (!match($0, "\"" name "\":\"[^\"]*\"")) return ""
    rest = substr($0, RSTART, RLENGTH)
    return substr(rest, length(name) + 5, length(rest) - length(name) - 5)
}
function number(name) {
    if (!match($0, "\"" name "\":[0-9]+")) return 0
    return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0
}
function action(phase,   cards, count, i, best) {
    count = split(text("legal"), cards, " ")
    if (phase == "discard" || phase == "burn") {
        best = ""
        for (i = 1; i <= number("least"); i++) best = best (i > 1 ? " " : "") cards[i]
        return best
    }
    best = cards[1]
    for (i = 2; phase == "play" && i <= count; i++)
        if (index(ranks, substr(cards[i], 1, 1)) < index(ranks, substr(best, 1, 1))) best = cards[i]
    return best
}
BEGIN { ranks = "23456789TJQKA" }
{
    type = text("type")
    if (type == "hello") print "{\"type\":\"hello\",\"protocol\":1}"
    else if (type == "ask") print "{\"type\":\"answer\",\"id\":" number("id") ",\"action\":\"" action(text("phase")) "\"}"
    else print "{\"type\":\"done\",\"id\":" number("id") "}"
    fflush()
}'
