import Synchronization

/// The lock under which processes are started, one at a time.
///
/// Foundation closes in a new process what was open just before, but not what another thread opens after that. A process
/// that inherited the pipe or the socket of another one would hide that one's end until its own.
package let processStart = Mutex(())
