// Which file a running program keeps what is open in: each one has its own, so that none overwrites another's.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "app/files/file_lock.h"

namespace shardscope {

struct KeptPlace {
  std::filesystem::path file;                    // empty: there is no home, or too many programs run
  bool is_first = false;                         // comes back at the next start even after it was closed
  std::vector<std::filesystem::path> left;       // further ones, whose programs ended without closing them
  std::vector<std::unique_ptr<FileLock>> locks;  // on all of these, as long as it lives
};

/// `first`: "open.json"; the further ones are "open-2.json" and so on. A file of a newer version of the program is left
/// alone. Halves of files that a program left when it was killed are removed.
[[nodiscard]] KeptPlace take_kept_place(const std::filesystem::path& first);

/// Removes those that were left, once what was in them is kept in the place's own file.
void forget_left(KeptPlace& place);

}  // namespace shardscope
