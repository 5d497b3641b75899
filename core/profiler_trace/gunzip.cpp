#include "core/profiler_trace/gunzip.h"

#include <zlib.h>

namespace shardscope {

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 18;
constexpr int gzip_window_bits = 15 + 16;  // the largest window, with gzip's head: zlib.h, inflateInit2

}  // namespace

struct GunzipBuffer::Inflater {
  z_stream stream = {};
  bool begun = inflateInit2(&stream, gzip_window_bits) == Z_OK;

  Inflater() = default;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (begun) inflateEnd(&stream);
  }
};

GunzipBuffer::GunzipBuffer(std::istream& packed)
    : packed_(packed), inflater_(std::make_unique<Inflater>()), in_(block_bytes), out_(block_bytes) {
  broken_ = ended_ = !inflater_->begun;
}

GunzipBuffer::~GunzipBuffer() = default;

bool is_gzip(std::istream& in) {
  constexpr int first_byte = 0x1f;
  return in.peek() == first_byte;
}

std::string unpacked_beginning(std::istream& in, std::size_t bytes) {
  GunzipBuffer buffer(in);
  std::istream unpacked(&buffer);
  std::istream& from = is_gzip(in) ? unpacked : in;
  std::string beginning(bytes, '\0');
  from.read(beginning.data(), static_cast<std::streamsize>(bytes));
  beginning.resize(static_cast<std::size_t>(from.gcount()));
  return beginning;
}

bool GunzipBuffer::refill() {
  z_stream& stream = inflater_->stream;
  if (stream.avail_in > 0) return true;
  packed_.read(in_.data(), static_cast<std::streamsize>(in_.size()));
  stream.next_in = reinterpret_cast<Bytef*>(in_.data());
  stream.avail_in = static_cast<uInt>(packed_.gcount());
  return stream.avail_in > 0;
}

GunzipBuffer::int_type GunzipBuffer::underflow() {
  z_stream& stream = inflater_->stream;
  while (!ended_) {
    if (!refill()) {
      ended_ = true, broken_ = !between_members_;
      break;
    }
    if (between_members_) inflateReset(&stream);
    stream.next_out = reinterpret_cast<Bytef*>(out_.data());
    stream.avail_out = static_cast<uInt>(out_.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    between_members_ = status == Z_STREAM_END;
    if (status != Z_OK && !between_members_) ended_ = broken_ = true;
    const std::size_t made = out_.size() - stream.avail_out;
    if (made == 0) continue;
    setg(out_.data(), out_.data(), out_.data() + made);
    return traits_type::to_int_type(*gptr());
  }
  return traits_type::eof();
}

}  // namespace shardscope
