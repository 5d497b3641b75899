#include "app/session/kept/kept_place.h"

#include <signal.h>

#include <cerrno>
#include <charconv>
#include <string>

#include "app/session/kept/kept_documents.h"

namespace shardscope {

namespace {

namespace fs = std::filesystem;

constexpr int places_max = 16;

fs::path nth_place(const fs::path& first, int n) {
  if (n == 1) return first;
  return first.parent_path() / (first.stem().string() + "-" + std::to_string(n) + first.extension().string());
}

/// "open.json.4242.new" of a program that is gone (app/files/files.cpp names them).
bool is_left_half(const fs::path& file) {
  const std::string name = file.filename().string();
  constexpr std::string_view ending = ".new";
  if (!name.ends_with(ending)) return false;
  const std::size_t end = name.size() - ending.size(), dot = name.rfind('.', end - 1);
  if (dot == std::string::npos) return false;
  int program = 0;
  const auto read = std::from_chars(name.data() + dot + 1, name.data() + end, program);
  return read.ptr == name.data() + end && program > 0 && kill(program, 0) != 0 && errno == ESRCH;
}

void remove_left_halves(const fs::path& folder) {
  std::error_code failure;
  std::vector<fs::path> left;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure))
    if (is_left_half(entry.path())) left.push_back(entry.path());
  for (const fs::path& half : left) fs::remove(half, failure);
}

}  // namespace

KeptPlace take_kept_place(const fs::path& first) {
  KeptPlace place;
  if (first.empty()) return place;
  remove_left_halves(first.parent_path());
  for (int n = 1; n <= places_max; ++n) {
    const fs::path file = nth_place(first, n);
    std::error_code failure;
    const bool exists = fs::exists(file, failure);
    if (!place.file.empty() && !exists) continue;
    auto lock = std::make_unique<FileLock>(file);
    // Where no lock can be had, as in a folder that can't be written, what lies there is read all the same.
    if (lock->is_anothers() || is_of_newer_version(file)) continue;
    if (place.file.empty()) {
      place.file = file;
      place.is_first = n == 1;
    } else {
      place.left.push_back(file);
    }
    place.locks.push_back(std::move(lock));
  }
  return place;
}

void forget_left(KeptPlace& place) {
  std::error_code ignored;
  for (const fs::path& file : place.left) fs::remove(file, ignored);
  place.left.clear();
}

}  // namespace shardscope
