"""Machines in lldb: the state of each in the variables view and in frames, and the command `machine door`."""
import lldb


def is_machine(kind, _):
    """True for a class that inherits `Context`."""
    while kind.IsValid() and not kind.GetName().startswith("StatePattern.Context<"):
        kind = kind.GetDirectBaseClassAtIndex(0).GetType()
    return kind.IsValid() and kind.GetName().endswith(">")


def state(machine, _):
    """The class of the state, from the summary of `Context` that the library brings along."""
    while machine.IsValid() and not machine.GetTypeName().startswith("StatePattern.Context<"):
        machine = machine.GetChildAtIndex(0)
    return (machine.GetSummary() or "").rpartition(".")[2]


def machine(debugger, command, context, result, _):
    """Prints a machine with its state and what waits in it, and its current transition: machine door"""
    if not command:
        return result.SetError("Which machine? For example: machine door")
    for name in (command, f"({command})!"):  # An optional one is unwrapped.
        transition = f'({name}).currentTransition.map {{ "in \\($0)" }} ?? "in no transition"'
        value = context.GetFrame().EvaluateExpression(f'["\\({name})", {transition}].joined(separator: "\\n")')
        if value.GetError().Success():
            return result.write(value.GetObjectDescription())
    result.SetError(f"“{command}” is no machine that is known here")


def __lldb_init_module(debugger, _):
    functions = f"--recognizer-function {__name__}.is_machine --python-function {__name__}.state"
    debugger.HandleCommand(f"type summary add --expand {functions}")
    debugger.HandleCommand(f"command script add --overwrite --function {__name__}.machine machine")
