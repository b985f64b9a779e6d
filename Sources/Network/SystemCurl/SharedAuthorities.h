#ifndef SHARED_AUTHORITIES_H
#define SHARED_AUTHORITIES_H

/// Returns a store of authorities that was read for an earlier connection; NULL if there is no such store.
///
/// \param authorities The file that the authorities were read from; NULL for the system's authorities.
/// \returns A store that the caller must release.
void *shared_authorities(const char *authorities);

/// Keeps a store for later connections.
///
/// \param authorities The file that the authorities were read from; NULL for the system's authorities.
/// \param store A completely read store. The caller gives up its reference.
void share_authorities(const char *authorities, void *store);

#endif
