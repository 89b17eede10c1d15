"""The verifier and the checker without halfspace read the same rows."""
import hashlib
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from certificates import about
from test_verify import halfspace, python_code, written

DATA = [  # text, changes to a certificate about it
    ("a,b,label\n\"1\",2,\"p\"\r\n\r\n-1,-2,n\n", {}),
    ("\ufeffa,b,label\n1,2,p\n-1,NA,n\n-1,-3,n", {"missing": "drop"}),
    ("a,b,label\n1,2,p\n-1,NA,n\n", {}),
    ("a,b,label\n1,2,p\n-1,1e-401,n\n", {}),
    ("a,b,label\n1e401,2,p\n-1,1,n\n", {}),
    ("a,b,label\n+1.,.2e1,p\n-1,-0e99999999999999999999,n\n", {}),
    ("a,b,label\n1,2,p,\n-1,1,n\n", {}),
    ("a,b,label\n1,2,p\n-1,\"1,n\n", {}),
    ("a,b,label\n1,2,p\n-1,1\"1,n\n", {}),
    ("a,b,label\n1,\"2\"x,p\n", {}),
    ("a,b,label\n1,0x2,p\n", {}),
    ("a,b,label\n1,\u0662,p\n", {}),
    ("a,b,label,c\n1,2,p,\0\n", {}),
    ("a,b,label\n1,2,\n-1,1,n\n", {"missing": "drop"}),
    ("a,b,label\n1,2, p\n-1,-1,n\n", {}),
    ("a,b,label,w\n1,2,p,1\n-1,5,n,0\n-1,-5,n,2.5\n", {"weight": "w"}),
    ("a,b,label,w\n1,2,p,1\n-1,5,n,-1\n", {"weight": "w"}),
    ("a,b,label\n", {}),
    ("", {}),
    ("a,a,label\n1,2,p\n", {}),
    (" a ,b\t,label\n 1 ,\t2,p\n-1,-1,n\n", {}),
    ("a;b;label\n1;2;p\n-1;-1;n\n", {"delimiter": ";"}),
]


@pytest.mark.parametrize("text,changes", DATA, ids=lambda v: repr(v)[:40])
def test_both_read_the_same_rows(tmp_path, text, changes):
    data = tmp_path / "d.csv"
    data.write_bytes(text.encode())
    codes = set()
    for rows in range(1, 4):
        c = about("", True, rows)
        c["data"].update(changes, sha256=hashlib.sha256(text.encode()).hexdigest())
        c.update(statement="separable", weights=["1", "1"], bias_weight="0")
        path = written(tmp_path / "c.cert", c)
        done = halfspace(path, data)
        assert python_code(path, data) == done.returncode, done.stdout
        codes.add(done.returncode)
    assert 1 in codes


LIBSVM = ["+1 1:1 2:2\n-1 1:-1 # two\n\n# three\n", "1 1:1\n-1.0 2:-3\n5 7:1\n", "1 1:1\n-1 3:1\n", "1 0:1\n", "1 2:1 1:1\n", "1 1:1 1:2\n", "1 1:\n", "x 1:1\n",
          "1 1:1e-500\n", "1 1:0e500\t2:+.5\r\n", "1 1 :1\n", "1 +1:1\n", "1 000000000000000001:1\n", "1 0000000000000000001:1\n", "1 2147483647:1\n", "1 1:1\0\n", "1\n-1\n"]


@pytest.mark.parametrize("text", LIBSVM, ids=repr)
@pytest.mark.parametrize("features", ["none", "poly2", "poly3", "interactions"])
def test_both_read_the_same_libsvm_rows(tmp_path, text, features):
    data = tmp_path / "d.libsvm"
    data.write_bytes(text.encode())
    size = {"none": 2, "poly2": 5, "poly3": 9, "interactions": 3}[features]
    codes = set()
    for rows in range(1, 4):
        c = about(text, False, rows)
        c["data"] = {"sha256": c["data"]["sha256"], "format": "libsvm", "zero_based": False, "missing": "error", "rows": rows}
        c.update(classes={"numeric": True, "negative": ["-1"], "positive": ["1"]}, columns=2, features=features)
        c.update(statement="separable", weights=[str(3**k) for k in range(size)])
        path = written(tmp_path / "c.cert", c)
        done = halfspace(path, data)
        assert python_code(path, data) == done.returncode, done.stdout
        codes.add(done.returncode)
    assert 1 in codes


# ---- inspect
