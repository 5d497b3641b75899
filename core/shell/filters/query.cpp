#include "core/shell/filters/query.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

#include "core/base/characters.h"
#include "core/base/limits.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/shell/filters/filters.h"

namespace shardscope {

namespace {

/// ".plan.tp", ".sizes[0]", ".a[\"b-c\"]": the keys and places on the way; and what stands for none behind //.
struct QueryPath {
  std::vector<std::string> keys;
  std::optional<std::string> otherwise;
};

/// A key in brackets or quotes behind `at`, which goes behind it.
std::optional<std::string> bracketed_key(std::string_view path, std::size_t& at) {
  const bool bracket = path[at] == '[';
  const std::size_t begin = at + (bracket ? 1 : 0);
  const bool quoted = begin < path.size() && path[begin] == '"';
  const std::size_t end = quoted ? path.find('"', begin + 1) : path.find(']', begin);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view key = path.substr(begin + (quoted ? 1 : 0), end - begin - (quoted ? 1 : 0));
  at = end + 1 + (quoted && bracket ? 1 : 0);
  const bool closed = !quoted || !bracket || (at <= path.size() && path[at - 1] == ']');
  const bool whole = quoted || (!key.empty() && std::all_of(key.begin(), key.end(), is_digit));
  return closed && whole ? std::optional(std::string(key)) : std::nullopt;
}

std::optional<QueryPath> query_path(std::string_view text) {
  QueryPath path;
  if (const std::size_t other = text.find("//"); other != std::string_view::npos) {
    std::string_view value = trimmed(text.substr(other + 2));
    if (value.size() > 1 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    if (value.find_first_of("\".|[({") != std::string_view::npos) return std::nullopt;
    path.otherwise = std::string(value);
    text = text.substr(0, other);
  }
  text = trimmed(text);
  if (!text.starts_with('.')) return std::nullopt;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '.') ++at;
    if (at >= text.size()) return std::nullopt;
    if (text[at] == '[' || text[at] == '"') {
      auto key = bracketed_key(text, at);
      if (!key) return std::nullopt;
      path.keys.push_back(*std::move(key));
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && (is_name(text[at]) || text[at] == '-')) ++at;
    if (at == begin) return std::nullopt;
    path.keys.emplace_back(text.substr(begin, at - begin));
  }
  return path.keys.size() <= limits::query_depth_max ? std::optional(std::move(path)) : std::nullopt;
}

/// What is found: its text, whether that is text and no number, and whether there is nothing.
struct FoundValue {
  std::string text;
  bool words = false, none = false;
};

std::optional<FoundValue> found_in_json(const nlohmann::json& document, const QueryPath& path) {
  const nlohmann::json* at = &document;
  for (const std::string& key : path.keys) {
    const auto place = parse_whole(key);
    if (at->is_array() && place && *place >= 0 && static_cast<std::size_t>(*place) < at->size())
      at = &(*at)[static_cast<std::size_t>(*place)];
    else if (at->is_object() && at->contains(key))
      at = &(*at)[key];
    else
      return FoundValue{"null", false, true};
  }
  if (at->is_structured()) return std::nullopt;
  if (at->is_string()) return FoundValue{at->get<std::string>(), true, false};
  return FoundValue{at->dump(), false, at->is_null() || *at == false};
}

std::optional<FoundValue> found_in_yaml(const YAML::Node& document, const QueryPath& path) {
  YAML::Node at = document;
  for (const std::string& key : path.keys) {
    const auto place = parse_whole(key);
    YAML::Node next(YAML::NodeType::Undefined);
    if (at.IsSequence() && place && *place >= 0 && static_cast<std::size_t>(*place) < at.size())
      next.reset(at[static_cast<std::size_t>(*place)]);
    else if (at.IsMap() && at[key])
      next.reset(at[key]);
    else
      return FoundValue{"null", false, true};
    at.reset(next);
  }
  if (at.IsNull()) return FoundValue{"null", false, true};
  if (!at.IsScalar()) return std::nullopt;
  return FoundValue{at.Scalar(), at.Tag() == "!", at.Scalar() == "null" || at.Scalar() == "false"};
}

std::optional<FoundValue> found_in(std::string_view text, bool yaml, const QueryPath& path) {
  try {
    if (yaml) return found_in_yaml(YAML::Load(std::string(text)), path);
    const auto document = nlohmann::json::parse(text, nullptr, false);
    return document.is_discarded() ? std::nullopt : found_in_json(document, path);
  } catch (const std::exception&) {  // of the libraries: it isn't such a text
    return std::nullopt;
  }
}

/// A document that nests no deeper than those that are read; nothing of any other text.
std::optional<nlohmann::ordered_json> flat_document(std::string_view text) {
  bool deep = false;
  auto document = nlohmann::ordered_json::parse(
      text,
      [&](int depth, nlohmann::ordered_json::parse_event_t, const nlohmann::ordered_json&) {
        deep |= depth > limits::json_depth_max;
        return !deep;
      },
      false);
  return deep || document.is_discarded() ? std::nullopt : std::optional(std::move(document));
}

/// ".a.b = 3": what stands where then.
struct QueryChange {
  QueryPath path;
  nlohmann::ordered_json value;
};

/// What jq is told beside its program: the values of $NAME, and how it prints.
struct QueryOptions {
  std::vector<std::pair<std::string, nlohmann::ordered_json>> named;
  std::string program;
  bool compact = false;
};

std::optional<QueryOptions> query_options(const std::vector<std::string>& words) {
  QueryOptions options;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool text = words[i] == "--arg", json = words[i] == "--argjson";
    if ((text || json) && i + 2 < words.size()) {
      auto value = text ? std::optional<nlohmann::ordered_json>(words[i + 2]) : flat_document(words[i + 2]);
      if (!value) return std::nullopt;
      options.named.emplace_back("$" + words[i + 1], *std::move(value));
      i += 2;
    } else if (words[i] == "-c" || words[i] == "--compact-output") {
      options.compact = true;
    } else if (words[i].starts_with('-') ? words[i] != "-M" && words[i] != "-r" : !options.program.empty()) {
      return std::nullopt;
    } else if (!words[i].starts_with('-')) {
      options.program = words[i];
    }
  }
  return options;
}

/// The assignments of a program that is nothing else: ".a = 1 | .b.c = true"; nothing of any other.
std::optional<std::vector<QueryChange>> query_changes(const QueryOptions& options) {
  std::vector<QueryChange> changes;
  for (std::string_view rest = options.program; !rest.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());  // within quotes it leaves a text that isn't closed
    const std::string_view piece = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t sign = piece.find('=');
    if (sign == std::string_view::npos || sign == 0 || piece.find("//") < sign) return std::nullopt;
    if (std::string_view("+-*/%").find(trimmed(piece.substr(0, sign)).back()) != std::string_view::npos)
      return std::nullopt;  // .stage -= 1
    if (changes.size() == limits::query_changes_max) return std::nullopt;
    const std::string value(trimmed(piece.substr(sign + 1)));
    const auto path = query_path(piece.substr(0, sign));
    const auto named =
        std::find_if(options.named.begin(), options.named.end(), [&](const auto& each) { return each.first == value; });
    auto json = named != options.named.end() ? std::optional(named->second) : flat_document(value);
    if (!path || !json) return std::nullopt;
    changes.push_back({*path, *std::move(json)});
  }
  return changes.empty() ? std::nullopt : std::optional(std::move(changes));
}

/// The document with them, as jq prints it.
std::optional<std::string> changed(const std::vector<std::string>& words, std::string_view text) {
  const std::optional<QueryOptions> options = query_options(words);
  const auto changes = options ? query_changes(*options) : std::nullopt;
  auto document = changes ? flat_document(text) : std::nullopt;
  if (!document) return std::nullopt;
  for (const QueryChange& change : *changes) {
    nlohmann::ordered_json* at = &*document;
    for (const std::string& key : change.path.keys) {
      const auto place = parse_whole(key);
      const bool within = at->is_array() && place && *place >= 0 && static_cast<std::size_t>(*place) < at->size();
      if (!within && !at->is_object() && !at->is_null()) return std::nullopt;
      if (!within && place) return std::nullopt;  // a list that grows, or a key of digits
      at = within ? &(*at)[static_cast<std::size_t>(*place)] : &(*at)[key];
    }
    *at = change.value;
  }
  constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace;  // bytes that aren't UTF-8
  std::string printed = document->dump(options->compact ? -1 : 2, ' ', false, replace) + "\n";
  return printed.size() <= limits::filter_text_max ? std::optional(std::move(printed)) : std::nullopt;
}

}  // namespace

std::optional<std::string> queried(const std::vector<std::string>& words, std::string_view text) {
  const bool yaml = words.front() == "yq";
  if (!yaml && text.size() <= limits::query_bytes_max)
    if (std::optional<std::string> whole = changed(words, text)) return whole;
  bool raw = yaml;
  std::optional<QueryPath> path;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-r" || word == "--raw-output")
      raw = true;
    else if (yaml && i == 1 && (word == "e" || word == "eval"))
      continue;
    else if (word.starts_with('-') || path || !(path = query_path(word)))
      return std::nullopt;
  }
  if (!path || text.size() > limits::query_bytes_max) return std::nullopt;
  const std::optional<FoundValue> found = found_in(text, yaml, *path);
  if (!found) return std::nullopt;
  if (found->none && path->otherwise) return *path->otherwise + "\n";
  return (found->words && !raw ? "\"" + found->text + "\"" : found->text) + "\n";
}

}  // namespace shardscope
