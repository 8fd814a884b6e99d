"""Names and limits of the Larder integration."""

from datetime import timedelta

DOMAIN = "larder"
UPDATE_INTERVAL = timedelta(minutes=2)
REQUEST_TIMEOUT_SECONDS = 10
# 2,000 items take less than 2 MB.
MAX_RESPONSE_BYTES = 4_000_000
# An example for texts. Translations must not contain addresses.
EXAMPLE_URL = "https://larder.example.org"
