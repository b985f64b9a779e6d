import Foundation

extension [UInt8] {
    /// Returns the index of the first occurrence of a byte within bounds, testing many bytes at a time.
    ///
    /// It calls `memchr`: the compiler does not vectorize a loop that may end at any byte.
    ///
    /// - Precondition: The bounds lie within the array.
    func firstIndex(of byte: UInt8, in bounds: Range<Int>) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + bounds.lowerBound, Int32(byte), bounds.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
