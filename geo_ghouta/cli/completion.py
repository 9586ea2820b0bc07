"""``geo-ghouta completion``."""

from __future__ import annotations

import click

from geo_ghouta.cli import options
from geo_ghouta.cli.console import Command, Console


@click.command("completion", short_help="Print what makes the Tab key complete verbs and options.", cls=Command)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@options.manners
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print what makes the Tab key complete verbs, options and their values in a shell.

    \b
    Example:
      geo-ghouta completion bash >> ~/.bashrc
      geo-ghouta completion zsh >> ~/.zshrc
      geo-ghouta completion fish > ~/.config/fish/completions/geo-ghouta.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:  # pragma: no cover - click has these three since 8.0
        raise click.UsageError(f"{shell}: this click knows no completion for it")
    # Not kind.source(): for bash that starts a bash to ask its version, which a script need not have.
    made = kind(ctx.find_root().command, {}, "geo-ghouta", "_GEO_GHOUTA_COMPLETE")
    click.echo(made.source_template % made.source_vars())
    ctx.ensure_object(Console).summarise({"shell": shell})
