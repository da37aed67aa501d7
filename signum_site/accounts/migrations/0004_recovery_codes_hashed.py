"""Recovery codes made before were kept as an encrypted seed: hashes of those not yet used take its place."""

from typing import Any

from django.db import migrations


def hash_codes(apps: Any, schema_editor: Any) -> None:
    from signum_site.accounts.mfa.recovery_codes import (CodeHasher, HashedRecoveryCodes)  # noqa: PLC0415 (needs models that are ready)

    rows = apps.get_model("mfa", "Authenticator").objects.using(schema_editor.connection.alias)
    for row in rows.filter(type="recovery_codes", data__has_key="seed"):
        kept = HashedRecoveryCodes(row)
        kept.keep(CodeHasher().hashed(super(HashedRecoveryCodes, kept).get_unused_codes()))
        row.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_login"), ("mfa", "0003_authenticator_type_uniq")]
    operations = [migrations.RunPython(hash_codes, migrations.RunPython.noop)]
