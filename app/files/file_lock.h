// What only one running program may do with a file at a time: a lock beside it, held until the program ends.
#pragma once

#include <filesystem>

namespace shardscope {

class FileLock {
 public:
  /// Takes the lock of `file`, which itself isn't touched ("open.json.lock"); an empty path is never locked.
  explicit FileLock(const std::filesystem::path& file);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

  /// Whether another program has it.
  [[nodiscard]] bool is_anothers() const { return is_anothers_; }

 private:
  int descriptor_ = -1;
  bool is_anothers_ = false;
};

}  // namespace shardscope
