"""A folder with an odd config is a row with its trouble, and hides no other."""

import json

from specdeck.models.disk import scan_disk


def test_every_odd_folder_is_a_row_and_the_sound_one_is_there(many):
    stock = scan_disk([str(many)])
    rows = {item.folder.name: item for item in stock.items if item.origin == "folder"}
    assert len(rows) == len(list(many.iterdir()))
    assert rows["sound"].trouble is None
    assert all("\n" not in item.trouble for item in rows.values() if item.trouble)


def test_the_command_lists_them_all(many, cli):
    done = cli("models", str(many))
    assert done.code == 0 and "sound" in done.out and "Traceback" not in done.err
    listed = json.loads(cli("models", str(many), "--json").out)["models"]
    assert {row["path"].rpartition("/")[2] for row in listed} >= {folder.name for folder in many.iterdir()}
