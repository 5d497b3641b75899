#include "core/presets/preset_files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <system_error>

#include "core/base/limits.h"
#include "core/fields/json_document.h"

namespace shardscope {

namespace fs = std::filesystem;

namespace {

/// A file's text, cut one byte above the largest that the parser takes, so that it says so. Empty where unreadable.
std::string text_of_file(const fs::path& path) {
  std::string text;
  std::ifstream stream(path, std::ios::binary);
  std::array<char, 64 * 1024> block = {};
  while (stream && text.size() <= limits::scenario_file_bytes_max) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
  }
  return text;
}

}  // namespace

std::vector<PresetFile> preset_files(const std::filesystem::path& directory, std::string_view kind) {
  std::vector<PresetFile> files;
  std::error_code failure;
  for (fs::directory_iterator entry(directory / kind, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->path().extension() != ".json") continue;
    PresetFile file;
    file.path = entry->path(), file.name = file.path.stem().string();
    file.shown_as = std::string(kind) + "/" + file.path.filename().string();
    file.text = text_of_file(entry->path());
    if (const Outcome<nlohmann::json> document = parse_document(file.text); succeeded(document))
      if (const auto order = value_of(document).find("order");
          value_of(document).is_object() && order != value_of(document).end() && order->is_number_integer())
        file.order = order->get<std::int64_t>();
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(), [](const PresetFile& a, const PresetFile& b) {
    return a.order != b.order ? a.order < b.order : a.name < b.name;
  });
  return files;
}

}  // namespace shardscope
