#include "core/frameworks/other_tools.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/fields/json_document.h"
#include "core/frameworks/framework.h"

namespace shardscope {

namespace {

std::optional<OtherKind> kind_named(std::string_view name) {
  if (name.empty() || name == "tool") return OtherKind::tool;
  if (name == "model") return OtherKind::model;
  return name == "training" ? std::optional(OtherKind::training) : std::nullopt;
}

std::optional<OtherTool> tool_from(const nlohmann::json& entry) {
  OtherTool tool;
  const auto text = [&](const char* key) {
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!entry.is_object()) return std::nullopt;
  tool.title = text("title"), tool.give = text("give"), tool.source = text("source");
  const std::optional<OtherKind> kind = kind_named(text("kind"));
  if (!kind) return std::nullopt;
  tool.kind = *kind;
  const auto lists = entry.find("told_by");
  if (lists == entry.end() || !lists->is_array()) return std::nullopt;
  for (const nlohmann::json& list : *lists) {
    if (!list.is_array() || list.empty()) return std::nullopt;
    tool.told_by.emplace_back();
    for (const nlohmann::json& word : list) {
      if (!word.is_string()) return std::nullopt;
      tool.told_by.back().push_back(word.get<std::string>());
    }
  }
  const bool whole = !tool.title.empty() && !tool.give.empty() && !tool.source.empty() && !tool.told_by.empty();
  return whole ? std::optional(tool) : std::nullopt;
}

}  // namespace

Outcome<std::vector<OtherTool>> read_other_tools(std::string_view text) {
  const Outcome<nlohmann::json> parsed = parse_document(text);
  if (!succeeded(parsed)) return problems_of(parsed);
  if (!value_of(parsed).is_array())
    return std::vector{Problem{Severity::error, {}, "a list of tools is required", "other-tools"}};
  std::vector<OtherTool> tools;
  std::vector<Problem> problems;
  for (const nlohmann::json& entry : value_of(parsed))
    if (std::optional<OtherTool> tool = tool_from(entry))
      tools.push_back(std::move(*tool));
    else
      problems.push_back({Severity::error, "[" + std::to_string(tools.size() + problems.size()) + "]",
                          "title, told_by, give and source are required, and a kind is tool, model or training",
                          "other-tools"});
  if (!problems.empty()) return problems;
  return tools;
}

const OtherTool* other_tool_of(std::span<const std::string> words, std::span<const OtherTool> tools) {
  std::vector<std::string_view> sorted(words.begin(), words.end());
  std::sort(sorted.begin(), sorted.end());
  const auto stands = [&](const std::string& pattern) {
    const std::string_view begin = std::string_view(pattern).substr(0, pattern.find('*'));
    for (auto at = std::lower_bound(sorted.begin(), sorted.end(), begin); at != sorted.end() && at->starts_with(begin);
         ++at)
      if (fits(*at, pattern)) return true;
    return false;
  };
  const auto found = std::find_if(tools.begin(), tools.end(), [&](const OtherTool& tool) {
    return std::any_of(tool.told_by.begin(), tool.told_by.end(), [&](const std::vector<std::string>& all) {
      return std::all_of(all.begin(), all.end(), [&](const std::string& word) {
        return word.starts_with('!') ? !stands(word.substr(1)) : stands(word);
      });
    });
  });
  return found == tools.end() ? nullptr : &*found;
}

const OtherTool* other_model_of(std::string_view config, std::span<const OtherTool> tools) {
  const Outcome<nlohmann::json> parsed = parse_document(config);
  if (!succeeded(parsed) || !value_of(parsed).is_object()) return nullptr;
  std::vector<std::string> words;
  for (const char* key : {"model_type", "architectures"}) {
    const auto found = value_of(parsed).find(key);
    if (found == value_of(parsed).end()) continue;
    const nlohmann::json each = found->is_array() ? *found : nlohmann::json::array({*found});
    for (const nlohmann::json& word : each)
      if (word.is_string()) words.push_back(std::string(key) + " = " + word.get<std::string>());
  }
  const OtherTool* tool = other_tool_of(words, tools);
  return tool != nullptr && tool->kind == OtherKind::model ? tool : nullptr;
}

Problem not_read(const OtherTool& tool) {
  const auto words = [&]() -> std::string {
    switch (tool.kind) {
      case OtherKind::tool:
        return "this is a file of " + tool.title + ", which isn't read. ";
      case OtherKind::model:
        return tool.title + ": Shardscope models plain decoders (GPT, Llama and the like); ";
      case OtherKind::training:
        break;
    }
    return "this is " + tool.title + ". ";
  };
  return {Severity::error, {}, words() + tool.give, "launch-text"};
}

}  // namespace shardscope
