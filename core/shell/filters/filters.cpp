#include "core/shell/filters/filters.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/shell/filters/calculators.h"
#include "core/shell/filters/expression_fit.h"
#include "core/shell/filters/query.h"
#include "core/shell/filters/sed.h"
#include "core/shell/filters/sign_sets.h"

namespace shardscope {

namespace {

/// Blanks and ends of lines side by side as one blank.
void squeeze(std::string& text, std::string_view blanks) {
  std::string squeezed;
  for (const char c : text) {
    const bool blank = blanks.find(c) != std::string_view::npos;
    if (!blank || squeezed.empty() || squeezed.back() != ' ') squeezed += blank ? ' ' : c;
  }
  text = std::move(squeezed);
}

/// A line's parts from the first to the last of them, counted from 1, with the sign between them; a line without the
/// sign is its one part and all of it.
std::string_view parts_of(std::string_view line, char sign, std::size_t first, std::size_t last) {
  if (line.find(sign) == std::string_view::npos) return line;
  std::size_t begin = 0;
  for (std::size_t part = 1; part < first && begin != std::string_view::npos; ++part) {
    begin = line.find(sign, begin);
    begin += begin == std::string_view::npos ? 0 : 1;
  }
  if (begin == std::string_view::npos) return {};
  std::size_t end = line.find(sign, begin);
  for (std::size_t part = first; part < last && end != std::string_view::npos; ++part) end = line.find(sign, end + 1);
  return line.substr(begin, end == std::string_view::npos ? end : end - begin);
}

/// cut -d= -f2, of one part or of a range of them.
bool cuts(const FilterWords& words, std::string& text) {
  std::string sign = "\t", parts;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool of_sign = word.starts_with("-d");
    if (!of_sign && !word.starts_with("-f")) return false;
    const bool apart = word.size() == 2 && i + 1 < words.size();
    (of_sign ? sign : parts) = apart ? words[++i] : word.substr(2);
  }
  const std::size_t dash = std::min(parts.find('-'), parts.size());
  const auto first = parse_whole(dash == 0 ? "1" : parts.substr(0, dash));
  const auto last = dash == parts.size()       ? first
                    : dash + 1 == parts.size() ? 1'000
                                               : parse_whole(parts.substr(dash + 1));
  if (sign.size() != 1 || !first || !last || *first < 1 || *last < *first || *last > 1'000) return false;
  std::string all;
  for (const std::string_view line : lines_printed(text))
    all +=
        std::string(parts_of(line, sign[0], static_cast<std::size_t>(*first), static_cast<std::size_t>(*last))) + "\n";
  text = std::move(all);
  return true;
}

/// awk -F= '{print $2}'
bool prints_part(const FilterWords& words, std::string& text) {
  std::string sign;
  std::size_t at = 1;
  if (at < words.size() && words[at].starts_with("-F")) {
    sign = words[at].substr(2);
    if (sign.empty() && at + 1 < words.size()) sign = words[++at];
    ++at;
  }
  if (at + 1 != words.size() || sign.size() > 1 || sign == " ") return false;
  std::string program = words[at];
  std::erase(program, ' ');
  constexpr std::string_view before = "{print$";
  const bool one = program.size() == before.size() + 2 && program.starts_with(before) && program.back() == '}';
  const std::int64_t part = one ? parse_whole(program.substr(before.size(), 1)).value_or(0) : 0;
  if (part < 1) return false;
  std::string all;
  for (const std::string_view line : lines_printed(text)) {
    std::string parted(line);
    if (sign.empty()) squeeze(parted, " \t"), parted = std::string(trimmed(parted));
    const char between = sign.empty() ? ' ' : sign[0];
    const bool has = part == 1 || parted.find(between) != std::string::npos;
    const auto place = static_cast<std::size_t>(part);
    all += has ? std::string(parts_of(parted, between, place, place)) + "\n" : "\n";
  }
  text = std::move(all);
  return true;
}

/// The sign at the place in tr's set, which goes behind it; nothing of an escape that tr doesn't have.
std::optional<char> next_sign(std::string_view set, std::size_t& at) {
  constexpr std::string_view names = "\\abfnrtv", signs = "\\\a\b\f\n\r\t\v";
  if (set[at] != '\\' || at + 1 == set.size()) return set[at++];
  if (const std::size_t named = names.find(set[++at]); named != std::string_view::npos) return ++at, signs[named];
  int number = 0;
  const std::size_t begin = at;
  for (; at < set.size() && at < begin + 3 && set[at] >= '0' && set[at] <= '7'; ++at)
    number = 8 * number + set[at] - '0';
  return at == begin || number > 255 ? std::nullopt : std::optional(static_cast<char>(number));
}

/// The signs of a set as tr writes it: A-Z, \n, \072, [:space:]; nothing of one that isn't followed.
std::optional<std::string> signs_of(std::string_view set) {
  std::string all;
  for (std::size_t at = 0; at < set.size();) {
    const std::string_view rest = set.substr(at);
    const std::size_t close = rest.starts_with("[:") ? rest.find(":]") : rest.npos;
    if (const auto named = close == rest.npos ? std::nullopt : signs_called(rest.substr(2, close - 2))) {
      for (std::size_t sign = 0; sign < named->size(); ++sign)
        if (named->test(sign)) all += static_cast<char>(static_cast<unsigned char>(sign));
      at += close + 2;
      continue;
    }
    const bool repeats = rest.size() > 2 && rest[0] == '[' && rest[2] == '*';  // [x*8]
    if (repeats || rest.starts_with("[:") || rest.starts_with("[=")) return std::nullopt;
    const std::optional<char> first = next_sign(set, at);
    std::optional<char> last = first;
    if (at + 1 < set.size() && set[at] == '-') last = next_sign(set, ++at);
    if (!first || !last) return std::nullopt;
    const std::size_t begin = place_of_sign(*first), end = place_of_sign(*last);
    if (begin > end) return std::nullopt;
    for (std::size_t sign = begin; sign <= end; ++sign) all += static_cast<char>(static_cast<unsigned char>(sign));
  }
  return all;
}

/// tr a-z A-Z, tr -d '\n', tr -s ' '.
bool translates(const FilterWords& words, std::string& text) {
  const bool deletes = words.size() == 3 && words[1] == "-d";
  const bool squeezes = words.size() > 2 && words[1] == "-s";
  const std::size_t sets = deletes || squeezes ? 2 : 1;
  if (words.size() < 3 || words.size() > sets + 2 || (words[sets].size() > 1 && words[sets][0] == '-')) return false;
  const std::optional<std::string> from = signs_of(words[sets]);
  const std::optional<std::string> to = words.size() > sets + 1 ? signs_of(words[sets + 1]) : from;
  if (!from || !to || from->empty() || to->empty()) return false;
  std::string all;
  for (const char c : text) {
    const std::size_t at = from->find(c);
    const char put = at == std::string::npos || deletes ? c : (*to)[std::min(at, to->size() - 1)];
    const bool again = squeezes && at != std::string::npos && !all.empty() && all.back() == put;
    if (!again && !(deletes && at != std::string::npos)) all += put;
  }
  text = std::move(all);
  return true;
}

/// head -n 1, head -1, tail -n +2
bool takes_lines(const FilterWords& words, std::string& text) {
  std::string count = "10";
  if (words.size() == 2 && words[1].starts_with("-n")) count = words[1].substr(2);
  if (words.size() == 2 && !words[1].starts_with("-n") && words[1].starts_with('-')) count = words[1].substr(1);
  if (words.size() == 3) count = words[1] == "-n" || words[1] == "--lines" ? words[2] : "?";
  const bool head = words[0] == "head", from = !head && count.starts_with('+');
  const auto number = parse_whole(std::string_view(count).substr(from ? 1 : 0));
  if (words.size() > 3 || !number || *number < 0) return false;
  const std::vector<std::string_view> lines = lines_printed(text);
  const std::size_t most = std::min(static_cast<std::size_t>(*number), lines.size());
  const std::size_t begin = head ? 0 : from ? most - (most > 0 ? 1 : 0) : lines.size() - most;
  std::string all;
  for (std::size_t i = begin; i < (head ? most : lines.size()); ++i) all.append(lines[i]).append("\n");
  text = std::move(all);
  return true;
}

/// wc -l, wc -w
bool counts(const FilterWords& words, std::string& text) {
  const bool lines = words.size() == 2 && words[1] == "-l";
  if (!lines && (words.size() != 2 || words[1] != "-w")) return false;
  std::ptrdiff_t count = std::count(text.begin(), text.end(), '\n');
  if (!lines) squeeze(text, " \t\n"), text = std::string(trimmed(text));
  if (!lines) count = text.empty() ? 0 : 1 + std::count(text.begin(), text.end(), ' ');
  text = std::to_string(count) + "\n";
  return true;
}

std::optional<FitProgram> program_of(const Grep& grep) {
  const std::string pattern = !grep.any_case ? grep.pattern
                              : grep.fixed   ? lower(grep.pattern)
                                             : in_small_letters(grep.pattern);
  const std::string own = grep.fixed      ? literal_expression(pattern)
                          : grep.extended ? pattern
                                          : extended_expression(pattern);
  return fit_program(grep.whole ? "^(" + own + ")$" : own);
}

ExpressionFit fit_in_line(const Grep& grep, const FitProgram& program, std::string_view line, std::size_t& work_left,
                          std::size_t begin) {
  return fit_of(grep.any_case ? lower(line) : std::string(line), program, work_left, begin);
}

/// The lines that grep finds, or what in them.
bool prints_found(const FilterWords& words, std::string& text, std::size_t& work_left) {
  const std::optional<Grep> grep = grep_of(words);
  const auto program = grep ? program_of(*grep) : std::nullopt;
  if (!program || grep->quiet || (grep->only && grep->turned)) return false;
  std::string all;
  for (const std::string_view line : lines_printed(text))
    for (std::size_t begin = 0; begin <= line.size();) {
      const ExpressionFit fit = fit_in_line(*grep, *program, line, work_left, begin);
      if (!fit.followed) return false;
      if (!grep->only && fit.places.has_value() != grep->turned) all.append(line).append("\n");
      if (!grep->only || !fit.places) break;
      const auto [from, to] = fit.places->front();
      if (to > from) all.append(line.substr(from, to - from)).append("\n");
      begin = std::max(to, from + 1);
    }
  text = std::move(all);
  return true;
}

}  // namespace

std::vector<std::string_view> lines_printed(std::string_view text) {
  if (text.empty()) return {};
  if (text.ends_with('\n')) text.remove_suffix(1);
  return lines_of(text);
}

std::optional<Grep> grep_of(const FilterWords& words) {
  Grep grep;
  grep.extended = words.front() == "egrep", grep.fixed = words.front() == "fgrep";
  std::vector<std::string> rest;
  bool options = true;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!options || word.size() < 2 || word[0] != '-') {
      rest.push_back(word);
      continue;
    }
    if (word == "--") options = false;
    for (const char c : word.substr(1)) {
      if (std::string_view("EFixvqsoe-").find(c) == std::string_view::npos) return std::nullopt;
      grep.extended |= c == 'E', grep.fixed |= c == 'F', grep.any_case |= c == 'i';
      grep.whole |= c == 'x', grep.turned |= c == 'v', grep.quiet |= c == 'q', grep.only |= c == 'o';
    }
    if (word.back() == 'e' && i + 1 < words.size()) rest.push_back(words[++i]);
  }
  if (rest.size() != 1) return std::nullopt;
  grep.pattern = rest.front();
  return grep;
}

std::optional<bool> finds(const Grep& grep, std::string_view text, std::size_t& work_left) {
  const auto program = program_of(grep);
  if (!program) return std::nullopt;
  for (const std::string_view line : lines_printed(text)) {
    const ExpressionFit fit = fit_in_line(grep, *program, line, work_left, 0);
    if (!fit.followed) return std::nullopt;
    if (fit.places.has_value() != grep.turned) return true;
  }
  return false;
}

namespace {

std::optional<std::string> made_by(const FilterWords& words, std::string text, std::size_t& work_left) {
  const std::string& name = words.front();
  const bool followed =
      (name == "cut" && cuts(words, text)) || (name == "awk" && prints_part(words, text)) ||
      (name == "tr" && translates(words, text)) || ((name == "head" || name == "tail") && takes_lines(words, text)) ||
      (name == "wc" && counts(words, text)) ||
      ((name == "grep" || name == "egrep" || name == "fgrep") && prints_found(words, text, work_left));
  if (followed || (name == "cat" && words.size() == 1)) return text;
  if (name == "xargs" && words.size() == 1 && text.find_first_of("'\"\\") == std::string::npos) {
    squeeze(text, " \t\n");
    return std::string(trimmed(text)) + "\n";
  }
  if (name == "jq" || name == "yq") return queried(words, text);
  if (name == "bc") return computed_by_bc(words, text);
  const std::optional<SedCall> sed = name == "sed" ? sed_call(words) : std::nullopt;
  return sed && sed->files.empty() ? edited_by(*sed, text, work_left) : std::nullopt;
}

}  // namespace

std::optional<std::string> filtered(const FilterWords& words, std::string text, std::size_t& work_left) {
  if (text.size() > limits::filter_text_max) return std::nullopt;
  std::optional<std::string> made = made_by(words, std::move(text), work_left);
  return made && made->size() <= limits::filter_text_max ? made : std::nullopt;
}

}  // namespace shardscope
