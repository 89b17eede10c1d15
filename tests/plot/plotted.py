"""Data of pictures."""

TWO = ["--columns", "sepal_length,petal_length"]
XOR = "a,b,label\n0,0,no\n1,1,no\n0,1,yes\n1,0,yes\n"
CATEGORICAL = "size,weight,colour,label\n" + "".join(  # in where size - 2 weight + that of the colour is above 0
    f"{a},{b},{colour},{'in' if a - 2 * b + bonus > 0 else 'out'}\n" for a in range(8) for b in range(4) for colour, bonus in [(("red", 0.5), ("red", 0.5), ("blue", 3.5), ("green", -2.5))[(3 * a + b) % 4]])
