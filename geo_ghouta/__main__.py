"""``python -m geo_ghouta`` is the command ``geo-ghouta``."""

from geo_ghouta.cli import main

if __name__ == "__main__":
    main()
