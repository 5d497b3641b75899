#include "core/scenario/pipeline_layout.h"

#include <algorithm>
#include <charconv>

#include "core/base/limits.h"

namespace shardscope {

namespace {

constexpr std::size_t symbols_max = 4 * static_cast<std::size_t>(limits::layers_max);

/// The text with something written out, or what is wrong.
struct Unrolled {
  std::string text;
  std::string wrong;
};

struct Repeat {
  std::int64_t times = 1;
  std::size_t next = 0;  // where reading goes on
  bool present = false, readable = true;
};

/// "*n" at `at`, where there is one.
Repeat repeat_at(std::string_view text, std::size_t at) {
  Repeat repeat{1, at, false, true};
  if (at >= text.size() || text[at] != '*') return repeat;
  repeat.present = true;
  const char* begin = text.data() + at + 1;
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), repeat.times);
  repeat.readable = error == std::errc{} && repeat.times >= 0 && repeat.times <= limits::layers_max;
  repeat.next = static_cast<std::size_t>(end - text.data());
  return repeat;
}

void append_times(Unrolled& to, std::string_view part, std::int64_t times) {
  for (std::int64_t i = 0; i < times && to.text.size() <= symbols_max; ++i) to.text += part;
  if (to.text.size() > symbols_max) to.wrong = "more stages and layers than can be laid out";
}

const char* no_count() {
  return "* wants a whole number behind it, up to 10000";
}
static_assert(limits::layers_max == 10'000);

/// "(tt|)*2" → "tt|tt|".
Unrolled unroll_groups(std::string_view text) {
  Unrolled result;
  for (std::size_t at = 0; at < text.size() && result.wrong.empty();) {
    if (text[at] != '(') {
      append_times(result, text.substr(at++, 1), 1);
      continue;
    }
    const std::size_t close = text.find(')', at);
    const std::string_view part = text.substr(at + 1, close == std::string_view::npos ? 0 : close - at - 1);
    const Repeat repeat = close == std::string_view::npos ? Repeat{} : repeat_at(text, close + 1);
    if (close == std::string_view::npos)
      result.wrong = "a group that begins with ( never ends";
    else if (part.empty())
      result.wrong = "a group () holds nothing";
    else if (part.find('(') != std::string_view::npos)
      result.wrong = "groups don't nest";
    else if (!repeat.present)
      result.wrong = "a group (…) wants *n behind it";
    else if (!repeat.readable)
      result.wrong = no_count();
    else
      append_times(result, part, repeat.times);
    at = repeat.next;
  }
  return result;
}

/// "t*3" → "ttt".
Unrolled unroll_symbols(std::string_view text) {
  Unrolled result;
  for (std::size_t at = 0; at < text.size() && result.wrong.empty();) {
    const Repeat repeat = repeat_at(text, at + 1);
    if (text[at] == '*' || text[at] == ')')
      result.wrong.append("there is nothing that ").append(1, text[at]).append(" could belong to");
    else if (!repeat.readable)
      result.wrong = no_count();
    else
      append_times(result, text.substr(at, 1), repeat.times);
    at = repeat.next;
  }
  return result;
}

/// The byte as a message may show it.
std::string shown_symbol(char c) {
  const bool printable = c > ' ' && c < 0x7F;
  return printable ? std::string(1, c) : "a space or control character";
}

/// What is out of order among the symbols; empty where nothing is.
std::string disorder(std::string_view symbols) {
  std::string letters;
  for (const char c : symbols) {
    if (std::string_view("EtmL|").find(c) == std::string_view::npos)
      return shown_symbol(c) + " means nothing here; use E, t, m, L, | and (…)*n";
    if (c != '|') letters.push_back(c);
  }
  if (letters.empty() || symbols.front() != 'E' || letters.find('E', 1) != std::string::npos)
    return "the embedding, E, comes first and once";
  if (symbols.back() != 'L' || letters.find('L') + 1 != letters.size()) return "the loss, L, comes last and once";
  const std::size_t first_mtp = symbols.find('m');
  if (first_mtp == std::string_view::npos) return {};
  if (symbols.find('t', first_mtp) != std::string_view::npos) return "all layers, t, come before the MTP layers, m";
  const std::string_view together = symbols.substr(first_mtp, symbols.rfind('m') - first_mtp);
  return together.find('|') != std::string_view::npos ? "all MTP layers, m, belong to one stage" : "";
}

void append_symbol(std::string& text, char symbol, std::int64_t times) {
  constexpr std::int64_t spelled_out_max = 2;
  if (times > spelled_out_max)
    text += symbol + ("*" + std::to_string(times));
  else
    text.append(static_cast<std::size_t>(std::max<std::int64_t>(times, 0)), symbol);
}

std::string stage_text(const LayoutStage& stage) {
  std::string text = stage.embedding ? "E" : "";
  append_symbol(text, 't', stage.layers);
  append_symbol(text, 'm', stage.mtp_layers);
  return stage.loss ? text + "L" : text;
}

/// Behind a group's count, so that it and what follows are read apart.
void append_comma(std::string& text) {
  if (!text.empty() && text.back() != '|') text += ',';
}

/// `times` stages that are followed by others.
void append_stages(std::string& text, const std::string& stage, std::size_t times) {
  append_comma(text);
  std::string written;
  for (std::size_t i = 0; i < times; ++i) written += stage + "|";
  const std::string grouped = "(" + stage + "|)*" + std::to_string(times);
  text += times > 1 && grouped.size() < written.size() ? grouped : written;
}

}  // namespace

std::variant<std::vector<LayoutStage>, std::string> parse_pipeline_layout(std::string_view layout) {
  std::string bare;
  for (const char c : layout)
    if (c != ',') bare.push_back(c);
  const Unrolled groups = unroll_groups(bare);
  if (!groups.wrong.empty()) return groups.wrong;
  const Unrolled symbols = unroll_symbols(groups.text);
  if (!symbols.wrong.empty()) return symbols.wrong;
  if (std::string wrong = disorder(symbols.text); !wrong.empty()) return wrong;
  std::vector<LayoutStage> stages(1);
  for (const char c : symbols.text) {
    LayoutStage& stage = stages.back();
    if (c == '|') stages.emplace_back();
    if (c == 't') ++stage.layers;
    if (c == 'm') ++stage.mtp_layers;
    if (c == 'E') stage.embedding = true;
    if (c == 'L') stage.loss = true;
  }
  return stages;
}

std::string write_pipeline_layout(std::span<const LayoutStage> stages) {
  std::string text;
  for (std::size_t k = 0; k + 1 < stages.size();) {
    std::size_t next = k + 1;
    while (next + 1 < stages.size() && stages[next] == stages[k]) ++next;
    append_stages(text, stage_text(stages[k]), next - k);
    k = next;
  }
  if (stages.empty()) return text;
  append_comma(text);
  return text + stage_text(stages.back());
}

}  // namespace shardscope
