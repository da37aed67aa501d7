"""Italian dates without the weekday, as in the other languages."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
