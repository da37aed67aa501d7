"""What the load adds to the site: a page that does nothing, and the processor time of every answer in a header."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PLAIN_ADDRESS, PROCESSOR_HEADER = "/plain-page/", "X-Processor-Ms"


def processor_time(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The first middleware: all others are counted too."""

    def answer(request: HttpRequest) -> HttpResponse:
        began = time.thread_time()
        response = get_response(request)
        response[PROCESSOR_HEADER] = f"{1000 * (time.thread_time() - began):.2f}"
        return response

    return answer


def plain_page(request: HttpRequest) -> HttpResponse:
    """What Django and the site's middleware cost alone: no query, no template."""
    return HttpResponse("<!DOCTYPE html><title>plain</title><p>plain</p>")
