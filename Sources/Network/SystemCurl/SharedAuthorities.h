#ifndef SHARED_AUTHORITIES_H
#define SHARED_AUTHORITIES_H

/// Returns the store of authorities that OpenSSL has read for an earlier connection, or NULL if there is none.
///
/// \param authorities The file that they were read from; NULL for those of the system.
/// \returns A store that the caller has to release.
void *shared_authorities(const char *authorities);

/// Keeps a store for later connections.
///
/// \param store A store that has been read to its end. Its reference passes from the caller.
void share_authorities(const char *authorities, void *store);

#endif
