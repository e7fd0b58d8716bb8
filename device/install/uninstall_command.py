"""``leafwatch uninstall``: the service and its files go, the games stay unless they are to go as well."""

from __future__ import annotations

import argparse

from device.install.actions import carry_out
from device.install.install_command import must_be_root, show
from device.install.layout import Layout
from device.install.plans import uninstall_plan


def run(options: argparse.Namespace) -> int:
    """Take leafwatch away; games and settings stay unless ``--purge``."""
    layout = Layout(options.root)
    plan = uninstall_plan(layout, purge=options.purge)
    if options.dry_run:
        return show(plan)
    must_be_root("uninstall")
    carry_out(plan)
    if not options.purge:
        print(
            f"Games, settings and profile are still in {layout.state}; "
            "in the checkout, sudo ./leafwatch uninstall --purge removes them too."
        )
    return 0
