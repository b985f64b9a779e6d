#ifndef SHARED_AUTHORITIES_H
#define SHARED_AUTHORITIES_H

/// Returns the store of authorities that OpenSSL has read for an earlier connection, or NULL if there is none.
///
/// \param authorities The file that they were read from; NULL for those of the system.
/// \returns A store that the caller has to release.
void *shared_authorities(const char *authorities);

/// Keeps the store of a connection's context for later connections.
void share_authorities(const char *authorities, void *context);

#endif
