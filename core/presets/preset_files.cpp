#include "core/presets/preset_files.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "core/base/limits.h"

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

/// Walks a document until its own key "order" has a number.
class OrderAlone : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return pass(); }
  bool boolean(bool) override { return pass(); }
  bool number_integer(number_integer_t value) override { return take(value); }
  bool number_unsigned(number_unsigned_t value) override { return take(static_cast<number_integer_t>(value)); }
  bool number_float(number_float_t, const string_t&) override { return pass(); }
  bool string(string_t&) override { return pass(); }
  bool binary(binary_t&) override { return pass(); }
  bool start_object(std::size_t) override { return ++depth_, pass(); }
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override { return ++depth_, pass(); }
  bool end_array() override { return --depth_, true; }
  bool key(string_t& name) override { return asked_ = depth_ == 1 && name == "order", true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  std::optional<std::int64_t> order;

 private:
  bool pass() { return asked_ = false, true; }
  bool take(std::int64_t value) {
    if (asked_) order = value;
    return !order;
  }

  int depth_ = 0;
  bool asked_ = false;
};

std::optional<std::int64_t> order_in(const std::string& text) {
  OrderAlone reader;
  if (text.find("\"order\"") != std::string::npos) nlohmann::json::sax_parse(text, &reader);
  return reader.order;
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
    file.order = order_in(file.text).value_or(file.order);
    files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end(), [](const PresetFile& a, const PresetFile& b) {
    return a.order != b.order ? a.order < b.order : a.name < b.name;
  });
  return files;
}

}  // namespace shardscope
