#include "app/files/files.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

std::vector<Problem> unreadable(std::string why) {
  return {{Severity::error, {}, std::move(why), "readable-file"}};
}

/// Reads to the end, one byte past the limit at most: a pipe or a growing file has no size to ask for.
std::string read_at_most(std::ifstream& stream, std::size_t bytes_max) {
  std::string text;
  constexpr std::size_t block = 1 << 16;
  while (stream && text.size() <= bytes_max) {
    const std::size_t had = text.size();
    text.resize(had + block);
    stream.read(text.data() + had, static_cast<std::streamsize>(block));
    text.resize(had + static_cast<std::size_t>(stream.gcount()));
  }
  return text;
}

}  // namespace

Outcome<std::string> read_text_file(const std::string& file, std::size_t bytes_max) {
  std::error_code failure;
  const fs::file_status status = fs::status(file, failure);
  if (status.type() == fs::file_type::not_found) return unreadable("there is no such file");
  if (fs::is_directory(status)) return unreadable("this is a folder; give a file in it");
  const std::string too_large = "the file is larger than " + std::to_string(bytes_max >> 20) + " MiB";
  if (fs::is_regular_file(status) && fs::file_size(file, failure) > bytes_max && !failure) return unreadable(too_large);
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return unreadable("the file can't be read");
  std::string text = read_at_most(stream, bytes_max);
  if (stream.bad()) return unreadable("the file can't be read");
  if (text.size() > bytes_max) return unreadable(too_large);
  return text;
}

bool is_standard_input(std::string_view file) {
  return file == "-";
}

std::string spoken_file(const std::string& file) {
  return is_standard_input(file) ? "stdin" : file;
}

std::string beginning_of_file(const std::string& file, std::size_t bytes_max) {
  std::error_code failure;
  if (fs::exists(file, failure) && !fs::is_regular_file(file, failure)) return {};
  std::ifstream stream(file, std::ios::binary);
  std::string beginning = read_at_most(stream, bytes_max);
  beginning.resize(std::min(beginning.size(), bytes_max));
  return beginning;
}

std::string write_text_file(const std::string& file, const std::string& text) {
  return write_text_file(file, [&](std::ostream& stream) { stream << text; });
}

namespace {

/// Beside its target, with a name that no other program gives it.
fs::path draft_of(const fs::path& target) {
  return target.string() + "." + std::to_string(getpid()) + ".new";
}

/// Why it couldn't be written to its end; empty where it was.
std::string write_whole(const fs::path& file, const std::function<void(std::ostream&)>& write) {
  errno = 0;
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  if (stream) write(stream);
  stream.close();
  if (stream) return {};
  return errno != 0 ? std::strerror(errno) : "it isn't said why";
}

}  // namespace

std::string write_text_file(const std::string& file, const std::function<void(std::ostream&)>& write) {
  const auto refusal = [&](const std::string& why) { return "can't write " + file + ": " + why; };
  std::error_code failure;
  if (fs::is_other(file, failure)) {
    const std::string why = write_whole(file, write);
    return why.empty() ? why : refusal(why);
  }
  fs::path target = fs::canonical(file, failure);
  if (failure) target = file;  // there is none yet
  const fs::path draft = draft_of(target);
  const std::string why = write_whole(draft, write);
  if (why.empty()) {
    if (const fs::file_status before = fs::status(target, failure); fs::is_regular_file(before))
      fs::permissions(draft, before.permissions(), failure);
    failure.clear();
    fs::rename(draft, target, failure);
    if (!failure) return {};
  }
  const std::string said = why.empty() ? failure.message() : why;
  fs::remove(draft, failure);  // half of one
  return refusal(said);
}

}  // namespace shardscope
