// Nothing to call: a program that is linked with this target checks its output when it ends.
