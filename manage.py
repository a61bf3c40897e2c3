#!/usr/bin/env python3
"""Django's command line."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError, connection

from pbchess_site.local import LocalError


def main() -> None:
    """One command; what stands in its way on this machine is said in a line."""
    try:
        execute_from_command_line(sys.argv)
    except LocalError as error:
        sys.exit(f"error: {error}")
    except OperationalError as error:
        if connection.connection is not None or not os.environ.get("DATABASE_URL"):
            raise
        sys.exit(f"error: the database that DATABASE_URL names does not answer: {' '.join(str(error).split())}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbchess_site.settings")
    main()
