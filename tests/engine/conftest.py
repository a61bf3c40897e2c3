import pytest
from hypothesis import settings

settings.register_profile("engine", deadline=None, max_examples=60)  # no deadline: a busy machine is no failure
settings.load_profile("engine")


@pytest.fixture(autouse=True)
def _empty_broker() -> None:
    """The engine leaves nothing there."""
