"""Computes the monthly cost from capacity units (docs/CAPACITY.md) and list prices. Prints the table of docs/OPERATIONS.md.

python3 infra/deploy/costs.py
"""

import math

# US dollars, us-east-1, without free tiers; DynamoDB's as of November 2024.
READ_UNIT, WRITE_UNIT = 0.125e-6, 0.625e-6
# Provisioned: a unit and hour, which serves 3,600 units if it is used all the time. Scaling keeps about half in use, with
# evenings that are four times the average.
PROVISIONED_READ, PROVISIONED_WRITE, IN_USE = 0.00013 / 3_600, 0.00065 / 3_600, 0.5
ROW_STORAGE = 0.25 + 0.20  # a GB and month, with its point-in-time backup
LAMBDA_REQUEST, LAMBDA_GB_SECOND = 0.20e-6, 13.3334e-6  # arm64
API_REQUEST = 1.00e-6
CDN_REQUEST, CDN_GB, CDN_FUNCTION = 1.00e-6, 0.085, 0.10e-6
S3_PUT, S3_GB = 5.0e-6, 0.023
LOG_GB = 0.50
SECRET, ALARM_METRIC, DASHBOARD = 0.40, 0.10, 3.00
TRACE = 5.0e-6
# Three of template.yaml and two of keys.py; the alarms of infra/alarms, of which three compare two metrics.
SECRETS, ALARMS, ALARM_METRICS = 5, 31, 34
SECONDS_A_MONTH = 2_628_000
# A request of any function but the reader: 15 ms in half a GB, and its log line.
REQUEST_GB_SECONDS, REQUEST_LOG_GB = 0.015 * 0.5, 1.2e-6
# The job of reminders runs every quarter of an hour in half a GB: 0.2 s, and 50 ms for each due user, eight at once.
JOB_GB_SECONDS, REMINDER_GB_SECONDS = 31 * 96 * 0.2 * 0.5, 0.05 * 0.5 / 8
# The traffic of the API's answers to a user in a month.
ANSWERS_GB = 2e-3

# The purchases of a month of 1,386 real households (lab/household_month.py): a receipt for each trip of four or more foods,
# the rest by hand.
RECEIPTS, ITEMS_A_RECEIPT, CREATED = 4.03, 15.2, 3.4
# Assumed: opens the app twice a day, is reminded on 20 days, says of two items in three how they ended, and writes two of
# three on the list.
OPENED, REMINDED = 60, 20
ITEM_CHANGES = LIST_CHANGES = 43


def with_record(write_units):
    """Returns the write units of a change with an Idempotency-Key, which the site always sends: a transaction with the
    key's record costs twice the units of both."""
    return 2 * (write_units + 1)


# A change that creates a permanent row checks the account's tombstone in its transaction.
TOMBSTONE = 2


READS = {
    "items, list and limit at each opening": OPENED * (3 + 3 + 1),
    "tokens": OPENED * 1,
    "changes: the row, and the key of the request": (ITEM_CHANGES + CREATED + LIST_CHANGES) * 2,
    "receipts: claims, quota, the last sessions": RECEIPTS * 12,
    "reminders": REMINDED * 0.5,
}
WRITES = {
    "tokens: the chain and its limit": OPENED * 2,
    # The row, and its index entry, which is deleted and inserted.
    "item changes": ITEM_CHANGES * with_record(3),
    "items by hand": CREATED * (with_record(2) + 3 + TOMBSTONE),
    # Each item with its index entry, session, two claims, counter, record; the due time and the limit outside.
    "receipts": RECEIPTS * (2 * (2 * ITEMS_A_RECEIPT + 5) + 3 + 1 + TOMBSTONE),
    "list changes": LIST_CHANGES * (with_record(1) + TOMBSTONE),
    "reminders": REMINDED * 4,
}
REQUESTS = OPENED * 4 + CREATED + ITEM_CHANGES + LIST_CHANGES + RECEIPTS * 2
ROWS_GB = 1_200 * 0.5e-6  # some 600 rows of half a kB and their index entries
PICTURES_GB = RECEIPTS * 3 * 0.4e-3  # three months of them
# Home Assistant polls the summary every two minutes; items and list only if its revision changed.
POLLS, POLL_READ_UNITS = SECONDS_A_MONTH / 120, 6
POLL_REQUESTS = POLLS + 2 * (CREATED + ITEM_CHANGES + LIST_CHANGES + RECEIPTS)
# The share of households with it, at ten million users.
WITH_HOME_ASSISTANT = 0.01
# The site: two new devices a year, and four releases a month, of which each changes some of the files. Counted in
# web/dist: what the service worker keeps for one language, and what `npm run build` names anew after a change of one screen.
FIRST_VISITS, RELEASES = 2 / 12, 4
SITE_FILES, SITE_KB, CHANGED_FILES, CHANGED_KB = 52, 415, 10, 90


# Reading takes four seconds on two processors, and 4.7 on the 1.7 processors of ReaderMemory's default.
RECEIPT_GB_SECONDS = 4.7 * 3_008 / 1_024


def traces(requests):
    """Lambda traces the first request of each second, and a twentieth of the others."""
    first = SECONDS_A_MONTH * (1 - math.exp(-requests / SECONDS_A_MONTH))
    return first + 0.05 * (requests - first)


def home_assistant(traced=1.0):
    """The cost of one household's Home Assistant. Of a few households all requests are traced, of many a twentieth."""
    request = LAMBDA_REQUEST + REQUEST_GB_SECONDS * LAMBDA_GB_SECOND + API_REQUEST + CDN_REQUEST + CDN_FUNCTION
    return POLL_REQUESTS * (request + traced * TRACE + REQUEST_LOG_GB * LOG_GB) + POLLS * POLL_READ_UNITS * READ_UNIT


def site_downloads():
    """The cost of a user's downloads of the site. Files with a hash in their name run no edge function; a page of each
    download and the service worker, asked for at each opening, run two."""
    files = FIRST_VISITS * SITE_FILES + RELEASES * CHANGED_FILES
    gigabytes = (FIRST_VISITS * SITE_KB + RELEASES * CHANGED_KB) / 1e6
    return files * CDN_REQUEST + OPENED * (CDN_REQUEST + 2 * CDN_FUNCTION) + gigabytes * CDN_GB


def table_units():
    """The cost of a user's table units, on demand and provisioned."""
    reads, writes = sum(READS.values()), sum(WRITES.values())
    return reads * READ_UNIT + writes * WRITE_UNIT, (reads * PROVISIONED_READ + writes * PROVISIONED_WRITE) / IN_USE


def month(users):
    gb_seconds = REQUESTS * REQUEST_GB_SECONDS + RECEIPTS * RECEIPT_GB_SECONDS
    job = JOB_GB_SECONDS + users * REMINDED * REMINDER_GB_SECONDS
    return {
        "table": users * (table_units()[0] + ROWS_GB * ROW_STORAGE),
        "functions": users * (REQUESTS * LAMBDA_REQUEST + gb_seconds * LAMBDA_GB_SECOND) + job * LAMBDA_GB_SECOND,
        "API": users * REQUESTS * API_REQUEST,
        # One edge function before each request. What an opening asks of the site is below.
        "CDN": users * (REQUESTS * (CDN_REQUEST + CDN_FUNCTION) + ANSWERS_GB * CDN_GB),
        "site": users * site_downloads(),
        "pictures": users * (RECEIPTS * S3_PUT + PICTURES_GB * S3_GB),
        "logs": users * REQUESTS * REQUEST_LOG_GB * LOG_GB,
        "X-Ray": traces(users * REQUESTS) * TRACE,
        f"fixed ({SECRETS} secrets, {ALARMS} alarms, dashboard)": (
            SECRETS * SECRET + ALARM_METRICS * ALARM_METRIC + DASHBOARD
        ),
    }


def ten_million():
    """The cost of ten million users, some of whose households have Home Assistant."""
    users = 10_000_000
    return month(users) | {"Home Assistant": users * WITH_HOME_ASSISTANT * home_assistant(0.05)}


def main():
    sizes = [100, 1_000, 100_000]
    tables = [month(users) for users in sizes]
    print("| dollars a month | " + " | ".join(f"{users:,} users" for users in sizes) + " |")
    print("|---|" + "---:|" * len(sizes))
    for part in tables[0]:
        print(f"| {part} | " + " | ".join(f"{table[part]:,.2f}" for table in tables) + " |")
    print("| **total** | " + " | ".join(f"**{sum(table.values()):,.2f}**" for table in tables) + " |")
    print(
        f"\nA user and month: {sum(READS.values()):,.0f} read units, {sum(WRITES.values()):,.0f} write units, {REQUESTS:,.0f} requests."
    )
    print(f"A household with Home Assistant: {home_assistant():.2f} more.")
    demand, provisioned = (10_000_000 * amount for amount in table_units())
    print(f"Table units at 10 M users: {demand:,.0f} on demand, {provisioned:,.0f} provisioned.")
    ten = ten_million()
    print(
        "At 10 M users: "
        + ", ".join(f"{part} {amount:,.0f}" for part, amount in ten.items())
        + f"; together {sum(ten.values()):,.0f}, {sum(ten.values()) / 10_000_000:.4f} a user."
    )


if __name__ == "__main__":
    main()
