import Foundation

/// The mode in which a terminal sends each key at once and shows none by itself.
///
/// Signals, such as that of Ctrl-C, are still made of keys, and what is printed is shown as before.
enum RawMode {
    // Allocated here and never freed, since a signal may come at any time. It is written before any handler is installed.
    private nonisolated(unsafe) static let original = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    private nonisolated(unsafe) static let raw = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    private nonisolated(unsafe) static let formerActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    private nonisolated(unsafe) static var isOn = false

    /// The signals that end the program, also those of a trap.
    private static let endings = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
    ]

    /// Begins the mode; the end of the program ends it, whichever way that comes.
    ///
    /// - Returns: False if the terminal does not have it.
    @MainActor static func begin() -> Bool {
        guard !isOn else { return true }
        original.initialize(to: termios())
        guard tcgetattr(STDIN_FILENO, original) == 0 else { return false }
        raw.initialize(to: original.pointee)
        raw.pointee.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
        withUnsafeMutableBytes(of: &raw.pointee.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, raw) == 0 else { return false }
        isOn = true
        atexit { RawMode.end() }
        for signal in endings {
            handle(signal) { number in
                RawMode.end()
                sigaction(number, RawMode.formerActions + Int(number), nil)
                raise(number)  // It comes once this handler has returned: to Swift's own handler for a trap.
            }
        }
        // It lasts until the shell continues the program.
        handle(SIGTSTP) { _ in
            tcsetattr(STDIN_FILENO, TCSANOW, RawMode.original)
            raise(SIGSTOP)
            if RawMode.isOn { tcsetattr(STDIN_FILENO, TCSANOW, RawMode.raw) }
        }
        return true
    }

    /// Gives the terminal its former mode back.
    static func end() {
        guard isOn else { return }
        isOn = false
        tcsetattr(STDIN_FILENO, TCSANOW, original)
    }

    /// Installs a handler, which may call only what is allowed in one.
    private static func handle(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
        #else
        action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = Int32(SA_RESTART)
        sigaction(signal, &action, formerActions + Int(signal))
    }
}
