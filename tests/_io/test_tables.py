from icosian._io.tables import read_cells, read_number


def test_floats_and_integers_keep_their_type():
    assert [read_number(word) for word in ("1", "1.0", "1_0", "nan", "x")] == [
        1,
        1.0,
        None,
        None,
        None,
    ]


def test_columns_are_found_by_their_names_in_any_case(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("\nLength\tTo\tX\tFROM\n3\ta\tp\tb\n\n4\tb\tq\tc\n", encoding="utf-8")
    table = read_cells(path).table()
    assert [table.known(role) for role in ("u", "v", "weight")] == [3, 1, 0]
    assert table.columns[1] == ("a", "b")
    assert table.unused([0, 1, 3]) == ("not used: `X`",)
    assert str(table.wrong(1, "reason")).endswith("table.csv, line 5: reason")


FULL = [[0, 1, 2, 3], [1, 0, 4, 5], [2, 4, 0, 6], [3, 5, 6, 0]]
