#include "core/launch_text/python_calls.h"

#include <algorithm>
#include <string>

#include "core/base/characters.h"
#include "core/expressions/expression.h"
#include "core/launch_text/launch_documents.h"

namespace shardscope {

namespace {

class CallReader {
 public:
  CallReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::vector<GivenFlag> flags;

  /// The arguments behind a ( up to its ), whose names stand below `path`.
  void arguments(const std::string& path, int depth) {
    for (skip(", \t\r\n"); !at_end() && here() != ')'; skip(", \t\r\n")) {
      if (flags.size() > limits::launch_values_max || depth > limits::launch_depth_max) return void(at_ = text_.size());
      const std::size_t begin = at_;
      const std::string name(dotted());
      skip(" ");
      const bool named = !name.empty() && here() == '=' && text_.substr(at_, 2) != "==";
      if (named) {
        ++at_;
        skip(" \t\r\n");
        value(path.empty() ? name : path + "." + name, depth);
      } else {
        at_ = begin;
        pass();
      }
      if (at_ == begin) ++at_;
    }
    if (!at_end()) ++at_;
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char here() const { return at_end() ? '\0' : text_[at_]; }

  void skip(std::string_view signs) {
    while (!at_end()) {
      if (here() == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (at_end() || signs.find(here()) == std::string_view::npos) return;
      ++at_;
    }
  }

  std::string_view dotted() {
    const std::size_t begin = at_;
    while (!at_end() && (is_name(here()) || here() == '.')) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  /// Up to the , or ) behind a value.
  void pass() {
    int depth = 0;
    for (char quote = '\0'; !at_end(); ++at_) {
      const char c = here();
      if (quote != '\0') {
        if (c == quote) quote = '\0';
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '(' || c == '[' || c == '{') {
        ++depth;
      } else if (depth == 0 && (c == ',' || c == ')')) {
        return;
      } else if (c == ')' || c == ']' || c == '}') {
        --depth;
      }
    }
  }

  void value(std::string path, int depth) {
    const std::size_t begin = at_;
    const int line =
        1 + static_cast<int>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
    std::string_view callee = dotted();
    if (!callee.empty() && here() == '(') {
      constexpr std::string_view config = ".Config";
      const std::size_t before = flags.size();
      ++at_;
      arguments(path, depth + 1);
      if (flags.size() != before || !callee.ends_with(config)) return;
      callee.remove_suffix(config.size());
      callee.remove_prefix(callee.rfind('.') + 1);
      flags.push_back({std::move(path), std::string(callee), line});
      return;
    }
    at_ = begin;
    pass();
    const Outcome<Expression> literal = parse_expression(std::string(text_.substr(begin, at_ - begin)));
    if (!succeeded(literal) || !names_in(value_of(literal)).empty()) return;
    flags.push_back({std::move(path), computed_or_none(value_of(literal), {}), line});
  }

  std::string_view text_;
  std::size_t at_;
};

}  // namespace

std::vector<GivenFlag> python_calls(std::string_view text, std::string_view callee) {
  std::vector<GivenFlag> all;
  const std::string opening = std::string(callee) + "(";
  for (std::size_t at = text.find(opening); at != std::string_view::npos; at = text.find(opening, at + 1)) {
    CallReader reader(text, at + opening.size());
    reader.arguments("", 0);
    all.insert(all.end(), reader.flags.begin(), reader.flags.end());
    if (all.size() > limits::launch_values_max) return all;
  }
  return all;
}

}  // namespace shardscope
