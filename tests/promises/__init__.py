"""Every promise of the toolkit, tried under its own id: ``python -m tests.promises`` tries them all in full."""
