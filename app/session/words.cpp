#include "app/session/words.h"

namespace shardscope {

Notice notice_of_file(const std::string& done, const std::filesystem::path& file) {
  return {done + " " + file.string(), false, {}, done + " " + file.filename().string()};
}

}  // namespace shardscope
