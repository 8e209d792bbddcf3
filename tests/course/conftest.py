"""What a test module defines travels to the process of a check as what a notebook defines does."""

import cloudpickle
import pytest


@pytest.fixture(autouse=True)
def as_in_a_notebook(request):
    cloudpickle.register_pickle_by_value(request.module)
    yield
    cloudpickle.unregister_pickle_by_value(request.module)
