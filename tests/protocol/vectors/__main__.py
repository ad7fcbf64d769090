"""Write the vectors to their place in the checkout."""

from tests.protocol.vectors import PLACE, make

for name, text in make().items():
    path = PLACE / name
    old = path.read_text("utf-8") if path.exists() else ""
    path.write_text(text, "utf-8")
    print(f"{name}: {'as before' if old == text else 'changed' if old else 'new'}")
