from decimal import Decimal

from together import together

from icosian._io.tables import exact_decimal, full_matrix, read_cells, read_number


@together(
    ("word", "number"),
    [
        ("12", 12),
        ("-3", -3),
        ("+1.50", Decimal("1.5")),
        ("2e3", 2000),
        (".5", Decimal("0.5")),
        ("5.", 5),
        ("1E-2", Decimal("0.01")),
    ],
)
def test_numbers_are_exact(word, number):
    assert exact_decimal(word) == number
    assert type(exact_decimal(word)) is type(number)


@together("word", ["", ".", "nan", "inf", "1_0", "0x1", "1e999", "9" * 61, "\u0663", " 1", "1,5"])
def test_other_words_are_no_numbers(word):
    assert exact_decimal(word) is None


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


@together(
    "half",
    [
        [row[: k + 1] for k, row in enumerate(FULL)],
        [row[:k] for k, row in enumerate(FULL)],
        [row[k:] for k, row in enumerate(FULL)],
        [row[k + 1 :] for k, row in enumerate(FULL)],
        [[c if j > i else None for j, c in enumerate(row)] for i, row in enumerate(FULL)],
        [[c if j < i else float("nan") for j, c in enumerate(row)] for i, row in enumerate(FULL)],
        [1, 2, 3, 4, 5, 6],
    ],
)
def test_half_a_matrix_is_completed(half):
    assert full_matrix(half) == FULL
