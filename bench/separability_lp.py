#!/usr/bin/env python3
"""Separability as a linear program, for the peers of bench/separability.sh.

separability_lp.py write DATA LP    reads LIBSVM text of two labels, writes free-format MPS ("FREE" is for clp): find free w, b with y_i (w.x_i + b) >= 1
separability_lp.py solve LP SECONDS HiGHS (highspy) on that file; prints "SECONDS ANSWER" of solving alone, reading not counted
"""
import array
import sys
import time


def write(data, lp):
    columns, n, labels = {}, 0, {}
    with open(data, encoding="ascii") as text:
        for line in text:
            tokens = line.split()
            if not tokens:
                continue
            y = labels.setdefault(float(tokens[0]), 1 - 2 * len(labels))
            for token in tokens[1:]:
                j, value = token.split(":")
                rows, values = columns.setdefault(int(j), (array.array("l"), array.array("d")))
                rows.append(n)
                values.append(y * float(value))
            rows, values = columns.setdefault(0, (array.array("l"), array.array("d")))  # b
            rows.append(n)
            values.append(y)
            n += 1
    assert len(labels) == 2, f"{data}: {len(labels)} labels"
    with open(lp, "w", encoding="ascii") as out:
        out.write("NAME separability FREE\nROWS\n N zero\n")
        out.writelines(f" G r{i}\n" for i in range(n))
        out.write("COLUMNS\n")
        for j, (rows, values) in sorted(columns.items()):
            out.writelines(f" w{j} r{i} {v!r}\n" for i, v in zip(rows, values))
        out.write("RHS\n")
        out.writelines(f" rhs r{i} 1\n" for i in range(n))
        out.write("BOUNDS\n")
        out.writelines(f" FR bound w{j}\n" for j in sorted(columns))
        out.write("ENDATA\n")


def solve(lp, seconds):
    import highspy
    model = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("time_limit", float(seconds))):
        model.setOptionValue(option, value)
    model.readModel(lp)
    begun = time.perf_counter()
    model.run()
    status = model.getModelStatus()
    answers = {highspy.HighsModelStatus.kOptimal: "separable", highspy.HighsModelStatus.kInfeasible: "not-separable"}
    print(f"{time.perf_counter() - begun:.6f} {answers.get(status, str(status).rsplit('.', maxsplit=1)[-1])}")


if __name__ == "__main__":
    {"write": write, "solve": solve}[sys.argv[1]](*sys.argv[2:])
