"""Django's Redis cache, with one client for each server instead of a new one for each command."""

from functools import lru_cache
from typing import Any

from django.core.cache.backends import redis


class KeptClient(redis.RedisCacheClient):
    """A client may be used again: what a command needs for itself is a connection, and that comes from the pool."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._client = lru_cache(maxsize=None)(self._client)  # type: ignore[has-type]


class RedisCache(redis.RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptClient
