"""The reader of formulas: what it returns, and that it reads nothing else."""

import pytest
from together import together

from icosian import InvalidProof
from icosian.proofs.auditing import read_formula as read_audited

TEXT = """\
* #variable= 2 #constraint= 2
* claim {"closed": true}
* variables edges
* x1 [0, 1] a-b
* x2 null
* any comment
+1 x1 -22 x2 >= 1 ;
* claim {} is no claim here
-1 x1 >= -3 ;
"""


def test_a_formula_is_read():
    text = read_audited(TEXT)
    assert text.claim == '{"closed": true}'
    assert (text.kind, text.unit) == ("edges", "1")
    assert text.meanings == [(0, 1), None]
    assert text.rows == [(7, {1: 1, 2: -22}, 1), (9, {1: -1}, -3)]


@together(
    ("old", "new"),
    [
        ("+1 x1 -22 x2 >= 1 ;", "+1 x1 -22 ~x2 >= 1 ;"),
        ("+1 x1 -22 x2 >= 1 ;", "+1 x1 -22 x02 >= 1 ;"),
        ("+1 x1 -22 x2 >= 1 ;", "+1 x1 -2_2 x2 >= 1 ;"),
        ("+1 x1 -22 x2 >= 1 ;", "+1 x1  -22 x2 >= 1 ;"),
        ("+1 x1 -22 x2 >= 1 ;", "+1 x1 -22 x2 <= 1 ;"),
        ("+1 x1 -22 x2 >= 1 ;", ">= 1 ;"),
        ("+1 x1 -22 x2 >= 1 ;", "\u0661 x1 >= 1 ;"),
        ("-3 ;\n", "-3 ;\n\n"),
        ("-3 ;\n", "-3 ;\r\n"),
        ("-3 ;\n", "-3 ;\n-1 x2 >= 0 ;\n"),
        ("* x2 null", "* x3 null"),
    ],
)
def test_anything_else_is_refused(old, new):
    assert old in TEXT
    with pytest.raises(InvalidProof):
        read_audited(TEXT.replace(old, new))
