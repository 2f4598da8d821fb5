"""``python -m arena`` is ``arena``; the guard keeps worker processes, which import this too, from running it."""

if __name__ == "__main__":
    from arena.cli import main

    main(prog_name="python -m arena")
