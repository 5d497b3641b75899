#include "app/timeline/timeline_export.h"

#include <filesystem>

namespace shardscope {

SaveQuestion timeline_file_question(const Document& document, const ExportKind& kind) {
  std::filesystem::path file = document.file.empty() ? suggested_file(document.said.scenario.name) : document.file;
  file.replace_extension();
  file += " timeline" + std::string(kind.ending);
  return {file.string(), std::string(kind.ending)};
}

}  // namespace shardscope
