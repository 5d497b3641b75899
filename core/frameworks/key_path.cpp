#include "core/frameworks/key_path.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/characters.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// Where the first key of a path ends.
std::size_t end_of_key(std::string_view path) {
  bool quoted = false;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (quoted && path[at] == '\\') {
      ++at;
    } else if (path[at] == '"') {
      quoted = !quoted;
    } else if (path[at] == '.' && !quoted) {
      return at;
    }
  }
  return path.size();
}

}  // namespace

std::string key_word(const std::string& key) {
  const auto sign = [](char c) { return is_name(c) || c == '-'; };
  const bool dashes = key.find_first_not_of('-') == std::string::npos;
  if (!dashes && std::all_of(key.begin(), key.end(), sign)) return key;
  return nlohmann::json(key).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string under(const std::string& path, const std::string& key) {
  return path.empty() ? key_word(key) : path + "." + key_word(key);
}

std::vector<std::string> keys_of_path(std::string_view path) {
  std::vector<std::string> keys;
  for (bool more = true; more;) {
    const std::size_t end = end_of_key(path);
    const std::string_view word = path.substr(0, end);
    nlohmann::json text;
    if (word.starts_with('"')) text = nlohmann::json::parse(word.begin(), word.end(), nullptr, false);
    keys.push_back(text.is_string() ? text.get<std::string>() : std::string(word));
    more = end < path.size();
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return keys;
}

std::pair<std::string, std::string> table_and_key(const std::string& path) {
  std::size_t key = 0;
  for (std::size_t end = end_of_key(path); end < path.size();
       end = key + end_of_key(std::string_view(path).substr(key)))
    key = end + 1;
  return {path.substr(0, key == 0 ? 0 : key - 1), path.substr(key)};
}

}  // namespace shardscope
