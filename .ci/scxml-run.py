"""Drives an SCXML document with python-statemachine.

Standard input is JSON: a document, and sequences of requests by the names that `sp:request` gives them. Standard output
is a list for each sequence: the states before the first request and after each, of all regions, and what was logged on
the way there.
"""

import contextlib
import io
import json
import sys
import xml.etree.ElementTree as ElementTree

from statemachine.io.scxml.processor import SCXMLProcessor

SCXML, NAMES = "{http://www.w3.org/2005/07/scxml}", "{urn:state-pattern}"

job = json.load(sys.stdin)
document = ElementTree.fromstring(job["scxml"])
names = {
    state.get("id"): state.get(NAMES + "name")
    for state in document.iter(SCXML + "state")
    if state.find(SCXML + "state") is None and state.find(SCXML + "parallel") is None
}
events = {arrow.get(NAMES + "request"): arrow.get("event") for arrow in document.iter(SCXML + "transition")}
processor = SCXMLProcessor()
processor.parse_scxml("machine", job["scxml"])


def drive(requests):
    """Returns the steps of one machine."""
    machine, steps = processor.start(), []
    for request in [None, *requests]:
        log = io.StringIO()
        with contextlib.redirect_stdout(log):
            # A request that no state handles is an event that the document does not have.
            if request is not None:
                machine.send(events.get(request, "not_in_the_document"))
        leaves = [names[state.id] for state in machine.configuration if state.id in names]
        steps.append({"states": leaves, "log": log.getvalue()})
    return steps


json.dump([drive(requests) for requests in job["sequences"]], sys.stdout)
