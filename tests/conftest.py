"""How hard the property tests try: ``quick`` always and the same every time, ``nightly`` thousands, by ``--hypothesis-profile nightly``."""

from hypothesis import HealthCheck, settings

COMMON = settings(deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

settings.register_profile("quick", COMMON, max_examples=6, derandomize=True)
settings.register_profile("nightly", COMMON, max_examples=300, derandomize=False, print_blob=True)
settings.load_profile("quick")
