#include "app/commands/answers/error_json.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <string>

#include "core/report_json/report_json.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// Larger documents aren't read a second time to show a value of theirs.
constexpr std::size_t searched_bytes_max = 1u << 20;
/// A value nested deeper is not written out.
constexpr int shown_depth_max = 8;

bool is_shallow(const Json& value, int depth = 0) {
  if (!value.is_structured()) return true;
  if (depth >= shown_depth_max) return false;
  for (const Json& entry : value)
    if (!is_shallow(entry, depth + 1)) return false;
  return true;
}

/// The value at "plan.stage_layers[2]" or null where the path leads nowhere.
const Json* value_at(const Json& document, std::string_view path) {
  const Json* value = &document;
  while (!path.empty()) {
    if (path.front() == '.') path.remove_prefix(1);
    if (!path.empty() && path.front() == '[') {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
      if (error != std::errc() || end == path.data() + path.size() || *end != ']') return nullptr;
      if (!value->is_array() || index >= value->size()) return nullptr;
      value = &(*value)[index];
      path.remove_prefix(static_cast<std::size_t>(end + 1 - path.data()));
      continue;
    }
    const std::string key(path.substr(0, path.find_first_of(".[")));
    if (key.empty() || !value->is_object() || !value->contains(key)) return nullptr;
    value = &value->at(key);
    path.remove_prefix(key.size());
  }
  return value;
}

Json shown_value(const Json& value) {
  if (value.is_string()) return shown(value.get_ref<const std::string&>());
  if (!value.is_structured()) return value;
  if (!is_shallow(value)) return nullptr;
  return shown(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json offending_value(const std::string& path, std::string_view text) {
  if (text.size() > searched_bytes_max) return nullptr;
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_discarded()) return shown(text);
  if (path.empty()) return document.is_structured() ? Json(nullptr) : shown_value(document);
  const Json* value = value_at(document, path);
  return value ? shown_value(*value) : Json(nullptr);
}

/// What the document calls it.
const std::string& key_of(const Problem& problem) {
  return problem.places.empty() ? problem.path : problem.places.front().name;
}

}  // namespace

Json error_json(const std::vector<Problem>& problems, std::string_view text) {
  const Problem first = problems.empty() ? Problem{} : problems.front();
  return {{"error",
           {{"message", words_of(first)},
            {"path", where_words(first)},
            {"value", text.empty() ? Json(nullptr) : offending_value(key_of(first), text)},
            {"problems", problems_json(problems)}}}};
}

}  // namespace shardscope
