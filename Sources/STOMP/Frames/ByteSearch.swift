#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension [UInt8] {
    /// Returns the index of the first occurrence of a byte within bounds, testing many bytes at a time.
    ///
    /// A loop in Swift looks at one byte at a time, because it may end at each of them.
    func firstIndex(of byte: UInt8, in bounds: Range<Int>) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base + bounds.lowerBound, Int32(byte), bounds.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
