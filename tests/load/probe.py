"""A plain page, and the processor time of each response in a header."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PLAIN_ADDRESS, PROCESSOR_HEADER = "/plain-page/", "X-Processor-Ms"


def processor_time(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that measures all others, so it must come first."""

    def middleware(request: HttpRequest) -> HttpResponse:
        started = time.thread_time()
        response = get_response(request)
        response[PROCESSOR_HEADER] = f"{1000 * (time.thread_time() - started):.2f}"
        return response

    return middleware


def plain_page(request: HttpRequest) -> HttpResponse:
    """The cost of Django and the middleware alone: no query, no template."""
    return HttpResponse("<!DOCTYPE html><title>plain</title><p>plain</p>")
