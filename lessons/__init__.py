"""Reference implementations that the lessons include: NumPy in, NumPy out."""
