"""Drives SCXML documents with python-statemachine (the argument `statemachine`) or Qt's engine (`PySide2.QtScxml`).

Standard input is JSON: a list of documents, each with sequences of requests by the names that `sp:request` gives them.
Standard output is a list for each sequence of each document: the states before the first request and after each, of all
regions, and what was logged on the way there.
"""

import contextlib
import io
import json
import os
import sys
import xml.etree.ElementTree as ElementTree

SCXML, NAMES = "{http://www.w3.org/2005/07/scxml}", "{urn:state-pattern}"


class StatemachineEngine:
    def __init__(self, text):
        from statemachine.io.scxml.processor import SCXMLProcessor

        self.processor = SCXMLProcessor()
        self.processor.parse_scxml("machine", text)
        self.machine = None

    def start(self):
        self.machine = self.processor.start()

    def send(self, event):
        self.machine.send(event)

    def states(self):
        return [state.id for state in self.machine.configuration]


class QtEngine:
    def __init__(self, text):
        os.environ["QT_LOGGING_RULES"] = "scxml.statemachine=false"  # Else each log is an error message as well.
        from PySide2.QtCore import QBuffer, QCoreApplication, QIODevice
        from PySide2.QtScxml import QScxmlStateMachine

        self.application = QCoreApplication.instance() or QCoreApplication([])
        self.open, self.mode = lambda: QScxmlStateMachine.fromData(self.buffer, ""), QIODevice.ReadOnly
        self.buffer = QBuffer()
        self.buffer.setData(text.encode())

    def start(self):
        self.buffer.close()
        self.buffer.open(self.mode)
        self.machine = self.open()
        if errors := self.machine.parseErrors():
            sys.exit("\n".join(error.toString() for error in errors))
        self.machine.log.connect(lambda label, _: print(label))
        self.machine.start()
        self.settle()

    def send(self, event):
        self.machine.submitEvent(event)
        self.settle()

    def settle(self):
        # The machine first, and then its logs, which it posts.
        for _ in range(2):
            self.application.processEvents()

    def states(self):
        return self.machine.activeStateNames(True)


def drive(engine, document, requests):
    """Returns the steps of one machine."""
    names = {
        state.get("id"): state.get(NAMES + "name")
        for state in document.iter(SCXML + "state")
        if state.find(SCXML + "state") is None and state.find(SCXML + "parallel") is None
    }
    events = {arrow.get(NAMES + "request"): arrow.get("event") for arrow in document.iter(SCXML + "transition")}
    steps = []
    for request in [None, *requests]:
        log = io.StringIO()
        with contextlib.redirect_stdout(log):
            if request is None:
                engine.start()
            else:
                # A request that no state handles is an event that the document does not have.
                engine.send(events.get(request, "not_in_the_document"))
        leaves = [names[state] for state in engine.states() if state in names]
        steps.append({"states": leaves, "log": log.getvalue()})
    return steps


def run(job):
    document = ElementTree.fromstring(job["scxml"])
    engine = QtEngine(job["scxml"]) if sys.argv[1] == "PySide2.QtScxml" else StatemachineEngine(job["scxml"])
    return [drive(engine, document, requests) for requests in job["sequences"]]


json.dump([run(job) for job in json.load(sys.stdin)], sys.stdout)
