#include "tests/source_path.h"

namespace shardscope {

std::filesystem::path source_path(std::string_view below) {
  return std::filesystem::path(SHARDSCOPE_SOURCE_DIR) / below;
}

}  // namespace shardscope
