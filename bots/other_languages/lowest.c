/* A bot in C: bids only when it must, plays its lowest card. Compile it (cc -O2 -o lowest lowest.c) and run it with
   {command: [./lowest], name: lowest-c}. It reads the few fields it needs straight from the text of a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 18];

/* The text of a field, up to its closing quote, copied into where; empty if there is none. */
static void text_of(const char *field, char *where, size_t size) {
    const char *from = strstr(line, field);
    size_t length = 0;
    if (from) {
        from += strlen(field);
        length = strcspn(from, "\"");
        if (length >= size) length = size - 1;
        memcpy(where, from, length);
    }
    where[length] = 0;
}

static long number_of(const char *field) {
    const char *from = strstr(line, field);
    return from ? strtol(from + strlen(field), NULL, 10) : 0;
}

static int rank(const char *card) {
    const char *found = strchr("23456789TJQKA", card[0]);
    return found ? (int)(found - "23456789TJQKA") : -1; /* a joker */
}

int main(void) {
    char type[32], phase[16], legal[512], action[512];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        text_of("\"type\":\"", type, sizeof type);
        if (!strcmp(type, "hello")) {
            puts("{\"type\":\"hello\",\"protocol\":1}");
            continue;
        }
        if (strcmp(type, "ask")) {
            printf("{\"type\":\"done\",\"id\":%ld}\n", number_of("\"id\":"));
            continue;
        }
        text_of("\"phase\":\"", phase, sizeof phase);
        text_of("\"legal\":\"", legal, sizeof legal);
        action[0] = 0;
        if (!strcmp(phase, "discard") || !strcmp(phase, "burn")) {
            long left = number_of("\"least\":");
            for (char *card = strtok(legal, " "); card && left-- > 0; card = strtok(NULL, " ")) {
                if (action[0]) strcat(action, " ");
                strcat(action, card);
            }
        } else {
            for (char *one = strtok(legal, " "); one; one = strtok(NULL, " "))
                if (!action[0] || (!strcmp(phase, "play") && rank(one) < rank(action))) strcpy(action, one);
        }
        printf("{\"type\":\"answer\",\"id\":%ld,\"action\":\"%s\"}\n", number_of("\"id\":"), action);
    }
    return 0;
}
