import DesktopTypes
import Glibc
import ShareModel

/// Data from a stream: kept in memory while it is text, else written into a file of the spool folder piece by piece.
struct Spool {
  /// Where the files go; made when the first one is.
  var directory: FilePath

  /// The longest text in bytes (10 MiB).
  static let textLimit = 10 << 20

  enum Content {
    /// UTF-8 without NUL.
    case text([UInt8])
    case file(SpooledFile)
  }

  struct SpooledFile {
    var path: FilePath
    var size: Int
    /// The first bytes.
    var prefix: [UInt8]
  }

  /// Where reading and where writing failed.
  enum Failure: Error {
    case read(FileError)
    case write(FilePath, FileError)
  }

  /// Reads a descriptor to its end. `name` is that of the file if one is made, without a suffix: `finalName` adds it
  /// when the first bytes are known. Without `allowsText` everything goes into a file.
  func read(
    _ descriptor: Int32, name: String, allowsText: Bool, suffix: ([UInt8]) -> String?
  ) throws(Failure) -> Content {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while allowsText {
      let count = try fill(&buffer, from: descriptor)
      if count == 0 {
        if UTF8Check.firstInvalidOffset(in: pending) == nil { return .text(pending) }
        return .file(try write(pending, restOf: nil, buffer: &buffer, name: name, suffix: suffix))
      }
      let chunk = buffer[..<count]
      pending += chunk
      if pending.count > Spool.textLimit || chunk.contains(0) { break }
    }
    while pending.count < ContentTypeDatabase.prefixLength {
      let count = try fill(&buffer, from: descriptor)
      if count == 0 { return .file(try write(pending, restOf: nil, buffer: &buffer, name: name, suffix: suffix)) }
      pending += buffer[..<count]
    }
    return .file(try write(pending, restOf: descriptor, buffer: &buffer, name: name, suffix: suffix))
  }

  private func fill(_ buffer: inout [UInt8], from descriptor: Int32) throws(Failure) -> Int {
    do throws(FileError) { return try FileSystem.read(descriptor, into: &buffer) } catch { throw .read(error) }
  }

  private func write(
    _ start: [UInt8], restOf source: Int32?, buffer: inout [UInt8], name: String, suffix: ([UInt8]) -> String?
  ) throws(Failure) -> SpooledFile {
    let prefix = Array(start.prefix(ContentTypeDatabase.prefixLength))
    let (path, target) = try create(name: name, suffix: suffix(prefix))
    defer { close(target) }
    var size = start.count
    do throws(Failure) {
      try append(start[...], to: target, at: path)
      while let source {
        let count = try fill(&buffer, from: source)
        if count == 0 { break }
        try append(buffer[..<count], to: target, at: path)
        size += count
      }
    } catch {
      // Half of the data must not be taken for the whole.
      FileSystem.remove(path)
      throw error
    }
    return SpooledFile(path: path, size: size, prefix: prefix)
  }

  private func append(_ bytes: ArraySlice<UInt8>, to target: Int32, at path: FilePath) throws(Failure) {
    do throws(FileError) { try FileSystem.write(bytes, to: target) } catch { throw .write(path, error) }
  }

  /// Makes `name.suffix`, or `name-2.suffix` where that is taken.
  private func create(name: String, suffix: String?) throws(Failure) -> (FilePath, Int32) {
    do throws(FileError) { try FileSystem.makeDirectory(directory) } catch { throw .write(directory, error) }
    var number = 1
    while true {
      let numbered = number == 1 ? name : "\(name)-\(number)"
      let path = directory.appending(suffix.map { "\(numbered).\($0)" } ?? numbered)
      do throws(FileError) { return (path, try FileSystem.create(path)) } catch {
        guard error.number == EEXIST else { throw .write(path, error) }
      }
      number += 1
    }
  }
}
