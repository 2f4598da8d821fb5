"""``arena``, the command, and ``python -m arena``; the guard keeps worker processes, which import this too, from running it."""

import signal


def main(name: str = "arena") -> None:
    """Runs the command line. Whoever asks us to stop has to wait until there is somebody to answer, in ``arena.cli.stopping``."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    from arena.cli import main as arena

    arena(prog_name=name)


if __name__ == "__main__":
    main("python -m arena")
