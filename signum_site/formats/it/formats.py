"""Without the day of the week, which no other language here tells."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
