#include "core/scenario/pipeline_layout.h"

#include <charconv>

#include "core/limits.h"

namespace shardscope {

namespace {

using Text = std::variant<std::string, std::string>;  // 0: expanded, 1: what is wrong

struct Repeat {
  std::int64_t times = 1;
  std::size_t next = 0;  // where reading goes on
  bool malformed = false;
};

/// "*n" at `at`, where there is one.
Repeat repeat_at(std::string_view text, std::size_t at) {
  Repeat repeat{1, at, false};
  if (at >= text.size() || text[at] != '*') return repeat;
  const char* begin = text.data() + at + 1;
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), repeat.times);
  repeat.malformed = error != std::errc{} || repeat.times < 1 || repeat.times > limits::layers_max;
  repeat.next = static_cast<std::size_t>(end - text.data());
  return repeat;
}

std::string repeated(std::string_view part, std::int64_t times) {
  std::string text;
  const std::size_t length_max = 4 * static_cast<std::size_t>(limits::layers_max);
  for (std::int64_t i = 0; i < times && text.size() <= length_max; ++i) text += part;
  return text;
}

/// The string with groups and repeats written out; commas and spaces gone.
Text expand(std::string_view layout) {
  std::string bare, text;
  for (const char c : layout)
    if (c != ',' && c != ' ') bare.push_back(c);
  const std::size_t length_max = 4 * static_cast<std::size_t>(limits::layers_max);
  for (std::size_t at = 0; at < bare.size();) {
    std::string_view part(bare.data() + at, 1);
    if (bare[at] == '(') {
      const std::size_t close = bare.find(')', at);
      if (close == std::string::npos) return Text(std::in_place_index<1>, "a group that begins with ( never ends");
      part = std::string_view(bare).substr(at + 1, close - at - 1);
      if (part.find('(') != std::string_view::npos) return Text(std::in_place_index<1>, "groups don't nest");
      at = close;
    } else if (bare[at] == '*' || bare[at] == ')') {
      return Text(std::in_place_index<1>, std::string("there is nothing that ") + bare[at] + " could belong to");
    }
    const Repeat repeat = repeat_at(bare, at + 1);
    if (repeat.malformed) return Text(std::in_place_index<1>, "* wants a whole number from 1 behind it");
    text += part.find('*') == std::string_view::npos ? repeated(part, repeat.times) : std::string();
    if (part.find('*') != std::string_view::npos) {
      const Text inner = expand(part);
      if (inner.index() == 1) return inner;
      text += repeated(std::get<0>(inner), repeat.times);
    }
    if (text.size() > length_max) return Text(std::in_place_index<1>, "more layers than can be laid out");
    at = repeat.next;
  }
  return Text(std::in_place_index<0>, std::move(text));
}

}  // namespace

std::variant<std::vector<LayoutStage>, std::string> parse_pipeline_layout(std::string_view layout) {
  const Text expanded = expand(layout);
  if (expanded.index() == 1) return std::get<1>(expanded);
  std::vector<LayoutStage> stages(1);
  for (const char c : std::get<0>(expanded)) {
    LayoutStage& stage = stages.back();
    switch (c) {
      case '|':
        stages.emplace_back();
        break;
      case 't':
        ++stage.layers;
        break;
      case 'm':
        ++stage.mtp_layers;
        break;
      case 'E':
        stage.embedding = true;
        break;
      case 'L':
        stage.loss = true;
        break;
      default:
        return std::string("'") + c + "' means nothing here; use E, t, m, L, | and (…)*n";
    }
  }
  return stages;
}

}  // namespace shardscope
