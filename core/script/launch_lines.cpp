#include "core/script/launch_lines.h"

#include <algorithm>

#include "core/base/trimmed.h"

namespace shardscope {

std::vector<LaunchLines> lines_of_launch(const LaunchSource& source, std::span<const std::string> files) {
  std::vector<LaunchLines> texts = {{{}, lines_of(source.text)}};
  for (const std::string& file : files)
    if (const std::string* text = text_of(source, file)) texts.push_back({file, lines_of(*text)});
  return texts;
}

std::string_view line_of_launch(std::span<const LaunchLines> texts, std::string_view file, int line) {
  const auto text =
      std::find_if(texts.begin(), texts.end(), [&](const LaunchLines& each) { return each.file == file; });
  if (text == texts.end() || line < 1 || static_cast<std::size_t>(line) > text->lines.size()) return {};
  return text->lines[static_cast<std::size_t>(line) - 1];
}

}  // namespace shardscope
