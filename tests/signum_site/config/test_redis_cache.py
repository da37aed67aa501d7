"""The Redis cache makes a client once."""

from signum_site.config.redis_cache import RedisCache


def test_commands_share_a_client() -> None:
    """It connects only when a command is sent, so no server is needed here."""
    commands = RedisCache("redis://127.0.0.1:1/0", {})._cache
    assert commands.get_client() is commands.get_client(write=True)


def test_each_server_has_a_client_of_its_own() -> None:
    commands = RedisCache("redis://127.0.0.1:1/0,redis://127.0.0.1:2/0", {})._cache
    assert commands.get_client() is not commands.get_client(write=True)
