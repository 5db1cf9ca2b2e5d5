from icosian._io.tables import read_cells


def test_columns_are_found_by_their_names_in_any_case(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("\nLength\tTo\tX\tFROM\n3\ta\tp\tb\n\n4\tb\tq\tc\n", encoding="utf-8")
    table = read_cells(path).table()
    assert [table.known(role) for role in ("u", "v", "weight")] == [3, 1, 0]
    assert table.columns[1] == ("a", "b")
    assert table.unused([0, 1, 3]) == ("not used: `X`",)
    assert str(table.wrong(1, "reason")).endswith("table.csv, line 5: reason")


FULL = [[0, 1, 2, 3], [1, 0, 4, 5], [2, 4, 0, 6], [3, 5, 6, 0]]
