"""How often something may be done, counted in the cache (which lets everything through while its server is away)."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import IPv6Address, ip_address

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest


class TooMany(Exception):
    """Somebody does something too often. Its text is for them."""


def allow(key: str, limit: int, period: int) -> bool:
    """Count one more use of `key`: false from the use after the `limit`th within `period` seconds of the first."""
    name = f"limit:{key}"
    for _ in range(2):
        cache.add(name, 0, timeout=period)
        with suppress(ValueError):  # it ran out between the two: a new period begins
            return cache.incr(name) <= limit
    return True


def client_ip(request: HttpRequest) -> str:
    """Who asks: the address, of IPv6 the /64 network. The forwarded one counts only behind a proxy of our own."""
    text = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        text = request.META.get("HTTP_X_FORWARDED_FOR", text).rpartition(",")[2].strip()
    try:
        address = ip_address(text)
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)
