from django.db import migrations


class Migration(migrations.Migration):
    # The table keeps its name: nothing changes in the database.
    dependencies = [("stock", "0003_leases")]

    operations = [
        migrations.AlterModelTable(name="batch", table="stock_batch"),
        migrations.RenameModel(old_name="Batch", new_name="LedgerBatch"),
    ]
