// A gzip file as a stream of what is in it, unpacked as it is read, so that its length doesn't matter.
#pragma once

#include <cstddef>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

namespace shardscope {

/// Whether what the stream has next is a gzip file, whose first byte begins no text (RFC 1952, section 2.3.1).
[[nodiscard]] bool is_gzip(std::istream& in);

/// So many bytes of what the stream has next, unpacked where it is gzip.
[[nodiscard]] std::string unpacked_beginning(std::istream& in, std::size_t bytes);

/// Reads `packed` to its end, members behind each other as one. What can't be unpacked ends the stream there, and
/// broken() says so.
class GunzipBuffer : public std::streambuf {
 public:
  explicit GunzipBuffer(std::istream& packed);
  ~GunzipBuffer() override;
  GunzipBuffer(const GunzipBuffer&) = delete;
  GunzipBuffer& operator=(const GunzipBuffer&) = delete;

  /// The packed bytes end too early, or aren't gzip.
  [[nodiscard]] bool broken() const { return broken_; }

 protected:
  int_type underflow() override;

 private:
  struct Inflater;

  [[nodiscard]] bool refill();

  std::istream& packed_;
  std::unique_ptr<Inflater> inflater_;
  std::vector<char> in_, out_;
  bool ended_ = false, broken_ = false;
  bool between_members_ = false;  // one has ended: the file may end here, too
};

}  // namespace shardscope
