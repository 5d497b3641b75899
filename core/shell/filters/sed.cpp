#include "core/shell/filters/sed.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/trimmed.h"
#include "core/shell/filters/expression_fit.h"
#include "core/shell/filters/filters.h"
#include "core/shell/filters/sign_sets.h"

namespace shardscope {

namespace {

/// 3, $ or /expression/; none of them: every line.
struct SedAddress {
  std::optional<std::size_t> line;
  bool last = false;
  std::optional<std::string> expression;

  bool given() const { return line || last || expression; }
};

struct SedCommand {
  SedAddress from, to;
  bool turned = false;
  char name = '\0';
  std::string pattern, by;  // of s and y
  bool all = false, any_case = false, prints = false;
  std::size_t which = 1;  // of the places that fit
};

/// The letters that stand for others behind \ in both parts of s.
std::string with_letters(std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == 'n' || c == 't')
      all += c == 'n' ? '\n' : '\t', ++i;
    else if (c != '\0')
      all += text.substr(i++, 2);
    else
      all += text[i];
  }
  return all;
}

class SedParser {
 public:
  SedParser(std::string_view script, bool extended) : text_(script), extended_(extended) {}

  std::optional<std::vector<SedCommand>> commands() {
    std::vector<SedCommand> all;
    for (skip(" \t\n;"); followed_ && at_ < text_.size(); skip(" \t\n;")) {
      if (text_[at_] == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      all.push_back(command());
    }
    return followed_ ? std::optional(std::move(all)) : std::nullopt;
  }

 private:
  void skip(std::string_view signs) { at_ = std::min(text_.find_first_not_of(signs, at_), text_.size()); }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  SedCommand command() {
    SedCommand read;
    read.from = address();
    skip(" \t");
    if (here() == ',' && read.from.given()) {
      ++at_, skip(" \t");
      read.to = address();
      followed_ &= read.to.given();
      skip(" \t");
    }
    for (; here() == '!'; ++at_) read.turned = true;
    skip(" \t");
    read.name = here();
    ++at_;
    const bool plain = read.name == 'd' || read.name == 'p';
    followed_ &= plain || read.name == 's' || read.name == 'y';
    if (!plain && followed_) replacement(read);
    skip(" \t");
    followed_ &= at_ >= text_.size() || here() == ';' || here() == '\n' || here() == '#';
    return read;
  }

  SedAddress address() {
    SedAddress read;
    const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
    if (end > at_) {
      const auto line = parse_whole(text_.substr(at_, end - at_));
      followed_ &= line && *line > 0;
      read.line = static_cast<std::size_t>(line.value_or(0));
      at_ = end;
    } else if (here() == '$') {
      read.last = true, ++at_;
    } else if (here() == '/') {
      ++at_;
      read.expression = expression(part('/', true));
    }
    return read;
  }

  /// Up to the sign, which stands for itself behind \ and within an expression's brackets.
  std::string part(char sign, bool brackets) {
    std::string read;
    for (; at_ < text_.size() && text_[at_] != sign; ++at_) {
      const auto members = brackets && here() == '[' ? bracketed_at(text_, at_, false) : std::nullopt;
      if (members) {
        read += text_.substr(at_, members->end - at_);
        at_ = members->end - 1;
        continue;
      }
      const bool escapes = text_[at_] == '\\' && at_ + 1 < text_.size();
      if (escapes && text_[at_ + 1] != sign) read += text_[at_];
      if (escapes) ++at_;
      read += text_[at_];
    }
    followed_ &= at_ < text_.size();
    ++at_;
    return read;
  }

  std::string expression(const std::string& part) const {
    const std::string own = with_letters(part);
    return extended_ ? own : extended_expression(own);
  }

  void replacement(SedCommand& read) {
    const char sign = here();
    followed_ &= sign != '\0' && sign != '\n' && sign != '\\';
    ++at_;
    read.pattern = part(sign, read.name == 's');
    read.by = with_letters(part(sign, false));
    if (read.name == 'y') {
      read.pattern = with_letters(read.pattern);
      followed_ &= read.pattern.size() == read.by.size() && read.pattern.find('\\') == std::string::npos;
      return;
    }
    followed_ &= !read.pattern.empty();
    read.pattern = expression(read.pattern);
    std::size_t which = 0;
    for (; at_ < text_.size() && std::string_view(";\n} \t").find(text_[at_]) == std::string_view::npos; ++at_) {
      const char flag = text_[at_];
      read.all |= flag == 'g', read.any_case |= flag == 'i' || flag == 'I', read.prints |= flag == 'p';
      if (is_digit(flag)) read.which = which = which * 10 + static_cast<std::size_t>(flag - '0');
      followed_ &= std::string_view("giIp0123456789").find(flag) != std::string_view::npos && which <= places_max;
    }
    followed_ &= read.which > 0;
  }

  static constexpr std::size_t places_max = 999;
  std::string_view text_;
  bool extended_;
  std::size_t at_ = 0;
  bool followed_ = true;
};

class SedRun {
 public:
  SedRun(const SedCall& call, std::vector<SedCommand> commands, std::size_t& work_left)
      : call_(call), commands_(std::move(commands)), within_(commands_.size(), false), work_left_(work_left) {}

  std::optional<std::string> edited(std::string_view text) {
    const std::vector<std::string_view> lines = lines_printed(text);
    std::string all;
    for (std::size_t i = 0; i < lines.size() && followed_; ++i) take(all, std::string(lines[i]), i + 1, lines.size());
    const bool open = !text.empty() && text.back() != '\n' && all.ends_with('\n');
    if (open) all.pop_back();
    return followed_ ? std::optional(std::move(all)) : std::nullopt;
  }

 private:
  void take(std::string& all, std::string line, std::size_t number, std::size_t count) {
    for (std::size_t i = 0; i < commands_.size() && followed_; ++i) {
      const SedCommand& command = commands_[i];
      spend(command.name == 's' ? 1 : line.size() + 1);
      if (meets(i, line, number, count) == command.turned) continue;
      if (command.name == 'd') return;
      if (command.name == 'y')
        for (char& c : line)
          if (const std::size_t at = command.pattern.find(c); at != std::string::npos) c = command.by[at];
      const bool changed = command.name == 's' && replaces(command, line);
      if (command.name == 'p' || (changed && command.prints)) all.append(line).append("\n");
      followed_ &= all.size() <= limits::filter_text_max;
    }
    if (!call_.quiet) all.append(line).append("\n");
    followed_ &= all.size() <= limits::filter_text_max;
  }

  void spend(std::size_t work) {
    followed_ &= work <= work_left_;
    work_left_ -= std::min(work, work_left_);
  }

  bool is_at(const SedAddress& address, const std::string& line, std::size_t number, std::size_t count) {
    if (address.line) return number == *address.line;
    if (address.last) return number == count;
    const auto fits = fits_expression(line, *address.expression, work_left_);
    followed_ &= fits.has_value();
    return fits.value_or(false);
  }

  bool meets(std::size_t which, const std::string& line, std::size_t number, std::size_t count) {
    const SedCommand& command = commands_[which];
    if (!command.from.given()) return true;
    if (!command.to.given()) return is_at(command.from, line, number, count);
    const bool inside = within_[which];
    if (!inside && !is_at(command.from, line, number, count)) return false;
    const bool passed = command.to.line && number >= *command.to.line;
    const bool ends = passed || ((inside || command.to.last) && is_at(command.to, line, number, count));
    within_[which] = !ends;
    return true;
  }

  bool replaces(const SedCommand& command, std::string& line) {
    const std::string text = command.any_case ? lower(line) : line;
    const auto program = fit_program(command.any_case ? in_small_letters(command.pattern) : command.pattern);
    if (!program) return followed_ = false;
    std::string all;
    std::size_t done = 0, found = 0, last = std::string::npos;
    for (std::size_t at = 0; at <= line.size() && followed_;) {
      const ExpressionFit fit = fit_of(text, *program, work_left_, at);
      followed_ &= fit.followed;
      if (!fit.places) break;
      const auto [from, to] = fit.places->front();
      at = std::max(to, from + 1);
      if (from == to && from == last) continue;  // nothing, right behind a fit, is none of its own
      last = to;
      if (++found >= command.which) {
        all += line.substr(done, from - done) + put_in(command.by, line, *fit.places);
        done = to;
        if (!command.all) break;
      }
      followed_ &= all.size() <= limits::expression_text_max;
    }
    if (found < command.which) return false;
    line = all + line.substr(std::min(done, line.size()));
    followed_ &= line.size() <= limits::expression_text_max;
    return true;
  }

  /// & and \1 stand for what fits.
  std::string put_in(const std::string& by, const std::string& line, const FittedPlaces& places) {
    std::string all;
    const auto put = [&](std::size_t group) {
      followed_ &= group < places.size();
      if (group < places.size() && places[group].first != std::string::npos)
        all += line.substr(places[group].first, places[group].second - places[group].first);
    };
    for (std::size_t i = 0; i < by.size() && followed_; ++i) {
      followed_ &= all.size() <= limits::expression_text_max;
      const bool escapes = by[i] == '\\' && i + 1 < by.size();
      if (by[i] == '&')
        put(0);
      else if (!escapes)
        all += by[i];
      else if (is_digit(by[++i]))
        put(static_cast<std::size_t>(by[i] - '0'));
      else
        followed_ &= !is_name(by[i]), all += by[i];  // \U and its like
    }
    return all;
  }

  const SedCall& call_;
  std::vector<SedCommand> commands_;
  std::vector<bool> within_;  // the range of each
  std::size_t& work_left_;
  bool followed_ = true;
};

std::optional<std::vector<SedCommand>> commands_of(const SedCall& call) {
  std::vector<SedCommand> all;
  for (const std::string& script : call.scripts) {
    auto read = SedParser(script, call.extended).commands();
    if (!read) return std::nullopt;
    all.insert(all.end(), read->begin(), read->end());
  }
  return all;
}

}  // namespace

namespace {

/// Options in one word, "-nE"; behind i, to the word's end, stands what a copy is called.
bool letters(SedCall& call, std::string_view options) {
  const std::size_t in_place = options.find('i');
  call.in_place |= in_place != std::string_view::npos;
  const std::string_view own = options.substr(0, in_place);
  call.quiet |= own.find('n') != std::string_view::npos;
  call.extended |= own.find_first_of("Er") != std::string_view::npos;
  return own.find_first_not_of("nErse") == std::string_view::npos;
}

}  // namespace

std::optional<SedCall> sed_call(const std::vector<std::string>& words) {
  SedCall call;
  bool options = true;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!options || word.size() < 2 || word[0] != '-') {
      call.files.push_back(word);
      continue;
    }
    constexpr std::string_view named = "--expression=";
    if (word == "--")
      options = false;
    else if (word.starts_with(named))
      call.scripts.push_back(word.substr(named.size()));
    else if (word == "--quiet" || word == "--silent")
      call.quiet = true;
    else if (word == "--regexp-extended")
      call.extended = true;
    else if (word.starts_with("--in-place"))
      call.in_place = true;
    else if (!letters(call, std::string_view(word).substr(1)))
      return std::nullopt;
    const bool expression = !word.starts_with("--") && word.back() == 'e' && word.find('i') == std::string::npos;
    if (expression && i + 1 < words.size()) call.scripts.push_back(words[++i]);
  }
  if (call.scripts.empty() && !call.files.empty()) {
    call.scripts.push_back(call.files.front());
    call.files.erase(call.files.begin());
  }
  return call.scripts.empty() ? std::nullopt : std::optional(std::move(call));
}

std::optional<std::string> edited_by(const SedCall& call, std::string_view text, std::size_t& work_left) {
  auto commands = commands_of(call);
  return commands ? SedRun(call, *std::move(commands), work_left).edited(text) : std::nullopt;
}

std::vector<SedReplacement> replacements_of(const SedCall& call) {
  std::vector<SedReplacement> all;
  for (const SedCommand& each : commands_of(call).value_or(std::vector<SedCommand>{})) {
    const auto plain = [](const std::string& text) {
      return !text.empty() && text.find_first_of("\\&") == std::string::npos;
    };
    const std::size_t begin = std::min(each.pattern.find_first_not_of("<{%@_\\}>"), each.pattern.size());
    const std::size_t end = each.pattern.find_last_not_of("<{%@_\\}>");
    if (each.name != 's' || end == std::string::npos || !plain(each.by)) continue;
    const std::string word = each.pattern.substr(begin, end + 1 - begin);
    if (std::all_of(word.begin(), word.end(), is_name)) all.push_back({word, each.by});
  }
  return all;
}

}  // namespace shardscope
