"""Stands in for curl where there is none: `-fsS -H TITLE -d TEXT ADDRESS`."""

import sys
import urllib.request

_, _, _, title, _, text, address = sys.argv
urllib.request.urlopen(urllib.request.Request(address, text.encode(), {"Title": title.removeprefix("Title: ")}))
