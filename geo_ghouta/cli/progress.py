"""A progress bar on stderr: steps, counts, rate and time left; it goes away when the work is done."""

from __future__ import annotations

import sys

EVERY = 0.1
"""Seconds between two drawings."""


class Bar:
    """One bar for all steps of a command.

    rich draws it, without colours where ``NO_COLOR`` is set, and on stderr only, so that data on stdout stay clean.
    """

    def __init__(self) -> None:
        from rich import progress
        from rich.console import Console

        self._progress = progress.Progress(
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(bar_width=24),
            progress.TextColumn("{task.fields[count]}", markup=False),
            progress.TaskProgressColumn(show_speed=True),
            progress.TimeRemainingColumn(compact=True, elapsed_when_finished=True),
            console=Console(file=sys.stderr, stderr=True, highlight=False, markup=False),
            refresh_per_second=1 / EVERY,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task("", total=None, count="")
        self._name = ""
        self._progress.start()

    def move(self, name: str, done: int, total: int) -> None:
        """Show a step and how far it is; 0 in all where nobody knows how much there is."""
        if name != self._name:
            self._name = name
            self._progress.remove_task(self._task)
            self._task = self._progress.add_task(name, total=total or None, completed=done, count="")
        count = f"{done:,}/{total:,}" if total else f"{done:,}" if done else ""
        self._progress.update(self._task, completed=done, total=total or None, count=count)

    def said(self, message: str) -> bool:
        """Write a line above the bar; False if the bar could not."""
        try:
            self._progress.console.print(message, markup=False, highlight=False, soft_wrap=True)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Take the bar off the screen."""
        self._progress.stop()
