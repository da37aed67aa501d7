"""Recovery codes made before were kept as an encrypted seed: hashes of those not yet used take its place."""

import json
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import migrations


class CodeHasher(Argon2PasswordHasher):
    """The project's hasher of recovery codes as of this migration."""

    memory_cost = 19 * 1024
    parallelism = 1


def hash_codes(apps: Any, schema_editor: Any) -> None:
    # Imported here: it needs models that are ready.
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes  # noqa: PLC0415
    from allauth.mfa.utils import encrypt  # noqa: PLC0415

    hasher = CodeHasher()
    rows = apps.get_model("mfa", "Authenticator").objects.using(schema_editor.connection.alias)
    for row in rows.filter(type="recovery_codes", data__has_key="seed"):
        # Codes that allauth migrated from another app are deleted when used, and have no mask.
        used_mask = 0 if row.data.get("migrated_codes") is not None else row.data["used_mask"]
        codes = [code for i, code in enumerate(RecoveryCodes(row).generate_codes()) if not used_mask & (1 << i)]
        row.data = {"hashes": encrypt(json.dumps([hasher.encode(code, hasher.salt()) for code in codes]))}
        row.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_login"), ("mfa", "0003_authenticator_type_uniq")]
    operations = [migrations.RunPython(hash_codes, migrations.RunPython.noop)]
