import Synchronization

/// The lock under which this program starts processes, one at a time.
///
/// In a new process, Foundation closes the files that were open just before the start, but no file that another thread
/// opens later. A process that inherits another process's pipe or socket keeps it open after the other process has
/// ended.
package let processStart = Mutex(())
