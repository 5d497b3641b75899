#include "core/launch/launch_source.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/number_text.h"

namespace shardscope {

namespace {

constexpr std::int64_t arguments_max = 100;

/// Of "1" the first argument's place.
std::optional<std::size_t> argument_place(const std::string& name) {
  const std::optional<std::int64_t> number = parse_whole(name);
  if (!number || *number < 1 || *number > arguments_max) return std::nullopt;
  return static_cast<std::size_t>(*number - 1);
}

}  // namespace

const std::string* text_of(const LaunchSource& source, std::string_view file) {
  if (file.empty()) return &source.text;
  const auto found = file_meant(source.outside.files, file);
  return found == source.outside.files.end() ? nullptr : &found->second;
}

LaunchSource with_text(LaunchSource source, std::string_view file, std::string text) {
  if (file.empty())
    source.text = std::move(text);
  else
    source.outside.files[source.outside.files.contains(file) ? std::string(file) : std::string(name_of_file(file))] =
        std::move(text);
  return source;
}

std::string given_from_outside(const ShellOutside& outside, const std::string& name) {
  if (const std::optional<std::size_t> place = argument_place(name); place && *place < outside.arguments.size())
    return outside.arguments[*place];
  const auto found = outside.environment.find(name);
  return found == outside.environment.end() ? std::string() : found->second;
}

std::string recipe_argument(const ShellOutside& outside) {
  const std::vector<std::string>& all = outside.arguments;
  const auto named =
      std::find_if(all.begin(), all.end(), [](const std::string& each) { return each.find('=') == std::string::npos; });
  return std::to_string(named - all.begin() + 1);
}

ShellOutside with_given(ShellOutside outside, const std::string& name, const std::string& value) {
  if (const std::optional<std::size_t> place = argument_place(name); place && !outside.arguments.empty()) {
    if (outside.arguments.size() <= *place) outside.arguments.resize(*place + 1);
    outside.arguments[*place] = value;
    while (!outside.arguments.empty() && outside.arguments.back().empty()) outside.arguments.pop_back();
  } else if (value.empty()) {
    outside.environment.erase(name);
  } else {
    outside.environment[name] = value;
  }
  return outside;
}

}  // namespace shardscope
