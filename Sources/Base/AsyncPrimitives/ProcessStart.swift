import Synchronization

/// The lock under which processes are started, one at a time.
///
/// Foundation closes in a new process the files that were open just before, but no file that another thread opens
/// later. A process that inherits another process's pipe or socket keeps it open after the other process has ended.
package let processStart = Mutex(())
