from decimal import Decimal

import pytest
from together import together

from icosian._io.tables import exact_decimal, read_number, rows_of_text, table
from icosian.exceptions import InvalidArgument


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


def test_columns_are_found_by_their_names(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("\nLength\tid\n3\ta\n\n4\tb\n", encoding="utf-8")
    assert [row for _, row in rows_of_text(path)] == [["Length", "id"], ["3", "a"], ["4", "b"]]
    assert list(table(path, [("id",), ("length",)])) == [(3, ["a", "3"]), (5, ["b", "4"])]


def test_a_row_of_another_width_is_refused_with_its_line(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a,1\nb,2,3\n", encoding="utf-8")
    with pytest.raises(InvalidArgument, match="line 2: expected 2 columns, got 3"):
        list(table(path, [("id",), ("length",)]))
