"""Measures how well the last price predicts the next one: same shop, same product, other receipt.

Usage: python3 lab/price_backtest.py FOLDER, with receipts as JSON (`store`, and `items` with `name`, `quantity`,
`unit`, `price`). Without a day on them, each receipt of a pair predicts the other.
"""

import json
import pathlib
import sys
from collections import defaultdict
from itertools import permutations

prices = defaultdict(dict)
for path in pathlib.Path(sys.argv[1]).glob("*.json"):
    receipt = json.loads(path.read_text())
    if not isinstance(receipt, dict):
        continue
    shop = str(receipt.get("store", "")).lower().split(" ")[0]
    for item in receipt.get("items", []):
        quantity = item.get("quantity") or 1
        if (item.get("price") or 0) > 0:
            key = (shop, item["name"].lower(), item.get("unit"))
            prices[key].setdefault(path.name, item["price"] / quantity)

pairs = [pair for receipts in prices.values() for pair in permutations(receipts.values(), 2)]
near = sum(abs(predicted - paid) <= 0.1 * paid for predicted, paid in pairs)
products = sum(len(receipts) > 1 for receipts in prices.values())
print(f"{products} products on several receipts of one shop: {near} of {len(pairs)} predictions within 10 %")
