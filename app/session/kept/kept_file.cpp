#include "app/session/kept/kept_file.h"

#include <utility>

#include "app/files/files.h"

namespace shardscope {

std::string KeptFile::keep(const std::string& text) {
  if (file_.empty() || text == written_) return {};
  std::error_code ignored;  // of a folder that can't be made the file says it
  std::filesystem::create_directories(file_.parent_path(), ignored);
  const std::string why = write_text_file(file_.string(), text);
  if (why.empty()) written_ = text;
  const bool said = std::exchange(failed_, !why.empty());
  return said ? std::string() : why;
}

}  // namespace shardscope
