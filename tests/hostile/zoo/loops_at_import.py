"""Never gets past its import."""

while True:
    pass
