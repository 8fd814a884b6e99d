"""Checks that three independent parsers read a calendar of `larder serve` in the same way, and as it was entered.

`infra/local/tests/calendars/run.sh`
"""

import datetime
import sys
import unittest
import urllib.request
from pathlib import Path

import ics
import icalendar
import vobject

sys.path.append(str(Path(__file__).resolve().parents[1]))

from served import Account, Served

NAMES = ["Milk", "Crème brûlée, with; signs \\ and more", "👩‍🍳 " * 30, "حليب", "line\nbreak"]


class Calendar(unittest.TestCase):
    def setUp(self):
        larder = Served()
        self.addCleanup(larder.stop)
        self.call = Account(larder.address).call

    def test_three_parsers_read_the_same_days_and_names(self):
        today = datetime.datetime.now(datetime.timezone.utc).date()
        expected = {}
        for n, name in enumerate(NAMES):
            day = today + datetime.timedelta(days=n + 2)
            self.call("POST", "/api/items", {"name": name, "expiresAt": f"{day}T12:00:00.000Z"})
            expected[day] = "Use up: " + name.replace("\n", " ").strip()
        url = self.call("POST", "/api/calendar", {"language": "en"})["url"]
        with urllib.request.urlopen(url, timeout=60) as answer:
            raw = answer.read()
        text = raw.decode()
        first = {
            event.decoded("dtstart"): str(event["summary"])
            for event in icalendar.Calendar.from_ical(raw).walk("VEVENT")
        }
        second = {event.begin.date(): event.name for event in ics.Calendar(text).events}
        third = {event.dtstart.value: event.summary.value for event in vobject.readOne(text).vevent_list}
        self.assertEqual(first, expected)
        self.assertEqual(second, expected)
        self.assertEqual(third, expected)

    def test_an_empty_larder_is_a_calendar_without_events(self):
        url = self.call("POST", "/api/calendar", {})["url"]
        with urllib.request.urlopen(url, timeout=60) as answer:
            raw = answer.read()
        self.assertEqual(icalendar.Calendar.from_ical(raw).walk("VEVENT"), [])
        self.assertEqual(len(ics.Calendar(raw.decode()).events), 0)
        self.assertEqual(vobject.readOne(raw.decode()).name, "VCALENDAR")


if __name__ == "__main__":
    unittest.main()
