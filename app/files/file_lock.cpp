#include "app/files/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace shardscope {

FileLock::FileLock(const std::filesystem::path& file) {
  if (file.empty()) return;
  std::error_code failure;
  std::filesystem::create_directories(file.parent_path(), failure);
  const int descriptor = open((file.string() + ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    descriptor_ = descriptor;
    return;
  }
  is_anothers_ = errno == EWOULDBLOCK;
  close(descriptor);
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);  // which gives the lock back
}

}  // namespace shardscope
