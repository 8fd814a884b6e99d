"""Names and limits of the Larder integration."""

from datetime import timedelta

DOMAIN = "larder"
UPDATE_INTERVAL = timedelta(minutes=2)
REQUEST_TIMEOUT_SECONDS = 10
# An answer larger than this is not Larder's: 2,000 items take less than 1 MB.
MAX_RESPONSE_BYTES = 4_000_000
EVENT_LOOKAHEAD = timedelta(days=3650)
