from hypothesis import settings

settings.register_profile("engine", deadline=None, max_examples=60)  # no deadline: a busy machine is no failure
settings.load_profile("engine")
