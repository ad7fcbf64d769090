"""Hypothesis profiles for all tests: `dev` for quick runs, `ci` (with CI=true) for more, the same every time."""

import os

from hypothesis import HealthCheck, settings

# No deadline anywhere: no test depends on how busy the machine is.
settings.register_profile("dev", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), max_examples=100, derandomize=True, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") == "true" else "dev"))
