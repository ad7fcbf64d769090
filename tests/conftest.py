"""Hypothesis profiles for all tests: `dev` for quick runs, `ci` (with CI=true) for more, the same every time.

The last line of a run lists what this machine could not run (see `tests/needs.py`).
"""

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import memory
from tests.needs import PREFIX
from tta_p2p.net.router import gateway
from tta_p2p.ui.guard import SWITCH

# Tests start hundreds of processes: where the environment forbids to keep what was compiled, each of them would compile
# the whole program again, and every worker all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.pop("TTA_PROGRAM", None)  # what is expected says `tta`, however the tests were started
os.environ[SWITCH] = "raise"  # a page that fails is a finding, also in the processes that tests start
sys.dont_write_bytecode = False
# No test reads or writes what whoever runs it has: the data folder of the system is another one, empty for each test.
NOBODYS = Path(tempfile.gettempdir()) / f"tta-tests-{os.getpid()}"
os.environ["XDG_DATA_HOME"] = str(NOBODYS)
os.environ.pop("TTA_HOME", None)
gateway.gateways = tuple  # no test asks the router of the machine on which it runs

# No deadline anywhere: no test depends on how busy the machine is.
settings.register_profile("dev", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), max_examples=100, derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") == "true" else "dev"))

memory.keep_files()
gc.set_threshold(*memory.SELDOM)  # collecting the tests makes little garbage, and looking for it took a tenth of that

BEGUN = memory.begin()
memory.remember()

NOT_RUN: list[str] = []


def pytest_xdist_auto_num_workers() -> int:
    """Some more workers than cores: many tests wait for processes of their own."""
    return (os.cpu_count() or 1) + 2


def pytest_collection_finish() -> None:
    """What has been collected stays to the end: looking for garbage passes over it."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and isinstance(report.longrepr, tuple):
        reason = str(report.longrepr[2]).removeprefix("Skipped: ").removeprefix(PREFIX)
        if reason not in NOT_RUN:
            NOT_RUN.append(reason)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    if NOBODYS.exists():  # the next test finds an empty one again
        shutil.rmtree(NOBODYS, ignore_errors=True)


def pytest_unconfigure(config: pytest.Config) -> None:
    if BEGUN is not None:
        BEGUN.unlink(missing_ok=True)
    if NOT_RUN and not hasattr(config, "workerinput"):  # the workers of xdist report to the one that prints
        print(f"{PREFIX}{'; '.join(NOT_RUN)}")
