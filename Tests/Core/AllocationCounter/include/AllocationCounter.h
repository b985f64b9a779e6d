#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// How many blocks of memory the calling thread has asked for since it began; -1 where that cannot be counted.
long allocation_count(void);

/// How many bytes the calling thread has asked for since it began; -1 where that cannot be counted.
long allocated_bytes(void);

#endif
