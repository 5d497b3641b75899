#include "core/shell/shell_words.h"

#include <algorithm>
#include <optional>
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
  if (more.marks.empty() && (more.line > 0 || !more.unknown.empty()))
    more.marks.push_back({0, more.line, more.unknown});
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

ShellWord word_behind(ShellWord word, std::size_t begin) {
  const auto gone = [&](const ShellMark& mark) { return mark.at < begin && !mark.unknown.empty(); };
  const bool open_before = std::erase_if(word.marks, gone) > 0;
  const auto open =
      std::find_if(word.marks.begin(), word.marks.end(), [](const auto& mark) { return !mark.unknown.empty(); });
  if (open_before) word.unknown = open == word.marks.end() ? std::string() : open->unknown;
  word.text.erase(0, begin);
  for (ShellMark& mark : word.marks) mark.at -= std::min(mark.at, begin);
  return word;
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

namespace {

constexpr const char* blanks = " \t\r\n";

/// Whether the piece ends in a backslash with which the line goes on in the next one, as "--bf16\" does.
bool goes_on_behind(const std::string& text, std::size_t begin, std::size_t end) {
  const std::size_t next = text.find_first_not_of('\r', end);
  return end - begin > 1 && text[end - 1] == '\\' && next != std::string::npos && text[next] == '\n' &&
         text.find_first_of(blanks, next + 1) == next + 1;
}

}  // namespace

ShellWords split_words(const ShellWord& word) {
  ShellWords words;
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
    ShellWord piece{word.text.substr(at, end - at - (goes_on_behind(word.text, at, end) ? 1 : 0)), line, "",
                    word.assumed};
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

namespace {

bool is_read_as_is(const ShellWord& word) {
  return word.text.find_first_of("'\"\\") == std::string::npos;
}

/// Words taken apart as a shell does it, but for what would need values: lines, marks and assumptions stay.
class WordsAgain {
 public:
  void take(const ShellWord& word) {
    if (quote_ == 0 && is_read_as_is(word)) return words_.push_back(word);
    if (quote_ != 0) add(' ', word);
    line_ = word.line;
    std::size_t mark = 0;
    for (std::size_t at = 0; at < word.text.size(); ++at) {
      pass_marks(word, mark, at);
      take(word, at);
    }
    pass_marks(word, mark, word.text.size());
    if (quote_ == 0) end_word();
  }

  /// Nothing where a quote stays open.
  std::optional<ShellWords> words() && { return quote_ != 0 ? std::nullopt : std::optional(std::move(words_)); }

 private:
  void take(const ShellWord& word, std::size_t& at) {
    const char c = word.text[at];
    const bool escapes = c == '\\' && quote_ != '\'' && at + 1 < word.text.size();
    if (escapes)
      add(word.text[++at], word);
    else if (quote_ != 0 && c == quote_)
      quote_ = 0;
    else if (quote_ == 0 && (c == '\'' || c == '"'))
      quote_ = c, begin_word(word);
    else if (quote_ == 0 && (c == ' ' || c == '\t' || c == '\r' || c == '\n'))
      end_word();
    else
      add(c, word);
  }

  void pass_marks(const ShellWord& word, std::size_t& next, std::size_t at) {
    for (; next < word.marks.size() && word.marks[next].at <= at; ++next) {
      const ShellMark& mark = word.marks[next];
      if (mark.line > 0) line_ = mark.line;
      if (mark.unknown.empty()) continue;
      begin_word(word);
      if (word_.marks.empty()) word_.marks.push_back({0, word_.line, {}});
      word_.marks.push_back({word_.text.size(), line_, mark.unknown, mark.code, quote_ != 0});
      if (word_.unknown.empty()) word_.unknown = mark.unknown;
    }
  }

  void begin_word(const ShellWord& from) {
    if (!begun_) word_ = {"", line_, "", from.assumed};
    begun_ = true;
  }

  void add(char c, const ShellWord& from) {
    begin_word(from);
    word_.text += c;
  }

  void end_word() {
    if (begun_) words_.push_back(std::move(word_));
    begun_ = false;
  }

  ShellWords words_;
  ShellWord word_;
  int line_ = 0;
  char quote_ = 0;
  bool begun_ = false;
};

}  // namespace

ShellWords read_again(ShellWords words) {
  if (std::all_of(words.begin(), words.end(), is_read_as_is)) return words;
  WordsAgain again;
  for (const ShellWord& word : words) again.take(word);
  std::optional<ShellWords> all = std::move(again).words();
  return all ? *std::move(all) : std::move(words);
}

}  // namespace shardscope
