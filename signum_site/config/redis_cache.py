"""Django's Redis cache with one client per server, not one per command."""

from functools import lru_cache
from typing import Any

from django.core.cache.backends import redis


class ReusedClient(redis.RedisCacheClient):
    """Reuses clients. Each command still gets its connection from the pool."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._client = lru_cache(maxsize=None)(self._client)  # type: ignore[has-type]


class RedisCache(redis.RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ReusedClient
