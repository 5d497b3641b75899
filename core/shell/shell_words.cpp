#include "core/shell/shell_words.h"

#include <algorithm>
#include <utility>

#include "core/base/number_text.h"
#include "core/shell/shell_conditions.h"

namespace shardscope {

void put_text(ShellWord& word, std::string_view text, int line) {
  if (line > 0 && (word.marks.empty() || word.marks.back().line != line))
    word.marks.push_back({word.text.size(), line, {}});
  word.text += text;
}

void put_word(ShellWord& word, ShellWord more) {
  const std::size_t begin = word.text.size();
  if (more.marks.empty() && more.line > 0) more.marks.push_back({0, more.line, {}});
  for (ShellMark& mark : more.marks) mark.at += begin;
  if (word.marks.empty()) {  // as where a long variable is taken whole
    more.marks.erase(std::unique(more.marks.begin(), more.marks.end()), more.marks.end());
    word.marks = std::move(more.marks);
  } else {
    for (ShellMark& mark : more.marks)
      if (word.marks.back() != mark && word.marks.size() < limits::shell_word_bytes_max)
        word.marks.push_back(std::move(mark));
  }
  if (begin == 0)
    word.text = std::move(more.text);
  else
    word.text += more.text;
  if (word.unknown.empty() || is_unset_name(word.unknown))
    if (!more.unknown.empty()) word.unknown = std::move(more.unknown);
  if (word.assumed.empty()) word.assumed = std::move(more.assumed);
}

void add_counted(ShellWords& words, ShellWord word) {
  const std::string_view text = word.text;
  const std::size_t dots = text.find("..");
  const bool braces = text.size() > 5 && text.front() == '{' && text.back() == '}' && dots != std::string_view::npos;
  const auto first = braces ? parse_whole(text.substr(1, dots - 1)) : std::nullopt;
  const auto last = braces ? parse_whole(text.substr(dots + 2, text.size() - dots - 3)) : std::nullopt;
  if (!first || !last || *first < 0 || *last < *first || *last - *first >= limits::shell_rounds_max)
    return words.push_back(std::move(word));
  for (std::int64_t number = *first; number <= *last; ++number)
    words.push_back({std::to_string(number), word.line, ""});
}

ShellWord joined(ShellWords words) {
  ShellWord all;
  const int line = words.empty() ? 0 : words.front().line;
  for (ShellWord& word : words) {
    if (!all.text.empty()) all.text += ' ';
    put_word(all, std::move(word));
  }
  all.line = line;
  return all;
}

ShellWords split_words(const ShellWord& word) {
  ShellWords words;
  constexpr const char* blanks = " \t\r\n";
  int line = word.line;
  auto mark = word.marks.begin();
  std::size_t begin = 0;  // of the piece
  const auto pass = [&](std::size_t end, bool inclusive, ShellWord* piece) {
    for (; mark != word.marks.end() && (mark->at < end || (inclusive && mark->at == end)); ++mark) {
      if (mark->line > 0) line = mark->line;
      if (mark->unknown.empty()) continue;
      if (piece == nullptr)
        words.push_back({"", line, mark->unknown, "", {{0, line, mark->unknown, mark->code}}});
      else if (piece->marks.empty())
        piece->marks = {{0, piece->line, {}}, {mark->at - begin, line, mark->unknown, mark->code}};
      else
        piece->marks.push_back({mark->at - begin, line, mark->unknown, mark->code});
      if (piece != nullptr && piece->unknown.empty()) piece->unknown = mark->unknown;
    }
  };
  for (std::size_t at = word.text.find_first_not_of(blanks); at != std::string::npos;) {
    const std::size_t end = std::min(word.text.find_first_of(blanks, at), word.text.size());
    pass(at, false, nullptr);
    while (mark != word.marks.end() && mark->at == at && mark->unknown.empty()) line = (mark++)->line;
    ShellWord piece{word.text.substr(at, end - at), line, "", word.assumed};
    begin = at;
    pass(end, true, &piece);
    words.push_back(std::move(piece));
    at = word.text.find_first_not_of(blanks, end);
  }
  pass(word.text.size(), true, nullptr);
  const bool marked =
      std::any_of(word.marks.begin(), word.marks.end(), [](const ShellMark& each) { return !each.unknown.empty(); });
  if (!word.unknown.empty() && !marked) {
    if (words.empty()) words.push_back({"", word.line, ""});
    words.back().unknown = word.unknown;
  }
  return words;
}

}  // namespace shardscope
