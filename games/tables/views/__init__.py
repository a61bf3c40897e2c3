"""From a request to one service call and back. What is decided is decided in `services`."""
