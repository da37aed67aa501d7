"""The Redis cache creates one client per server."""

from signum_site.config.redis_cache import RedisCache


def test_commands_share_a_client() -> None:
    """Needs no server: a client connects only when a command is sent."""
    commands = RedisCache("redis://127.0.0.1:1/0", {})._cache
    assert commands.get_client() is commands.get_client(write=True)


def test_each_server_has_its_own_client() -> None:
    commands = RedisCache("redis://127.0.0.1:1/0,redis://127.0.0.1:2/0", {})._cache
    assert commands.get_client() is not commands.get_client(write=True)
