#include <algorithm>
#include <cctype>

#include "tests/tidy/scanner.h"

namespace shardscope::tidy {

namespace {

std::string last_word_of(std::string_view text) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  while (!text.empty() && !is_part(text.back())) text.remove_suffix(1);
  std::size_t begin = text.size();
  while (begin > 0 && is_part(text[begin - 1])) --begin;
  return std::string(text.substr(begin));
}

/// The index of `mark` outside of all brackets from `from` on, or npos.
std::size_t find_outside(std::string_view text, char mark, std::size_t from = 0) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if (c == mark && depth == 0) return i;
    if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}' || (c == '>' && i > 0 && text[i - 1] != '-')) --depth;
  }
  return std::string_view::npos;
}

/// "(int a, T& b = {})" as "(int, T&)", up to the parenthesis that closes.
std::string types_of(std::string_view parameters) {
  std::string types = "(";
  std::string_view rest = parameters.substr(1, std::min(find_outside(parameters, ')', 1), parameters.size()) - 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(find_outside(rest, ','), rest.size());
    std::string_view one = rest.substr(0, comma);
    one = one.substr(0, one.find(" ="));
    const std::string name = last_word_of(one);
    if (one.ends_with(name) && one.size() > name.size() && !one.ends_with("::" + name)) one.remove_suffix(name.size());
    while (one.ends_with(' ')) one.remove_suffix(1);
    while (one.starts_with(' ')) one.remove_prefix(1);
    types += (types.size() > 1 ? ", " : "") + std::string(one);
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return types + ")";
}

std::size_t behind_template(std::string_view head) {
  const std::string_view word = "template <";
  return head.starts_with(word) ? std::min(find_outside(head, '>', word.size()) + 2, head.size()) : 0;
}

/// The parenthesis that opens a function's parameters, or npos where the head is none's.
std::size_t parameters_of(std::string_view head) {
  const std::size_t name = head.find("operator");
  if (name != std::string_view::npos) return head.find('(', name + 9);
  const std::size_t open = find_outside(head, '(');
  return open > 0 && open < find_outside(head, '=') ? open : std::string_view::npos;
}

/// What a declaration at namespace scope names, without parameters. `ends`: the brace or semicolon behind it.
std::vector<std::string> plain_names(std::string_view head, char ends) {
  for (const std::string_view type : {"struct ", "class ", "union ", "enum class ", "enum "}) {
    if (!head.starts_with(type)) continue;
    head.remove_prefix(type.size());
    const bool is_forward = ends == ';' && head.find('=') == std::string_view::npos;
    return is_forward ? std::vector<std::string>{}
                      : std::vector{std::string(head.substr(0, head.find_first_of(" :<")))};
  }
  std::vector<std::string> names;
  while (!head.empty()) {
    const std::size_t comma = std::min(find_outside(head, ','), head.size());
    const std::string_view before = head.substr(0, std::min(comma, find_outside(head, '=')));
    names.push_back(last_word_of(before.substr(0, before.find('['))));
    head.remove_prefix(std::min(comma + 1, head.size()));
  }
  return names;
}

std::vector<LocalName> named_by(const std::string& whole, char ends, int line) {
  const std::string_view head = std::string_view(whole).substr(behind_template(whole));
  for (const char* nothing : {"static_assert", "using namespace", "friend"})
    if (head.empty() || head.starts_with(nothing)) return {};
  if (head.starts_with("using ") && head.find('=') == std::string_view::npos) return {};
  if (const std::size_t open = parameters_of(head); open != std::string_view::npos) {
    const std::size_t name = head.find("operator");
    const std::string_view before = head.substr(0, open);
    return {{name == std::string_view::npos ? last_word_of(before) : std::string(before.substr(name)),
             types_of(head.substr(open)), whole, line}};
  }
  std::vector<LocalName> names;
  for (std::string& name : plain_names(head, ends)) names.push_back({std::move(name), "", whole, line});
  return names;
}

std::string joined_words(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space || (!line.empty() && line.back() != ' ')) line += space ? ' ' : c;
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace

std::vector<LocalName> local_names(std::string_view text) {
  const std::string code = code_only(text);
  std::vector<LocalName> names;
  std::vector<std::string> open;  // the heads of the braces around, empty for one within parentheses
  std::size_t start = 0;
  const auto is_namespace = [](const std::string& head) { return head.starts_with("namespace"); };
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '}' && !open.empty()) {
      if (!open.back().empty()) start = i + 1;
      open.pop_back();
    }
    if ((c != ';' && c != '{')) continue;
    const std::string head = joined_words(std::string_view(code).substr(start, i - start));
    const bool inside = std::count(head.begin(), head.end(), '(') > std::count(head.begin(), head.end(), ')');
    const bool unnamed = std::all_of(open.begin(), open.end(), is_namespace) &&
                         std::find(open.begin(), open.end(), "namespace") != open.end();
    if (unnamed && !inside && !is_namespace(head)) {
      const auto begin = code.begin() + static_cast<std::ptrdiff_t>(code.find_first_not_of(" \n", start));
      const int line = 1 + static_cast<int>(std::count(code.begin(), begin, '\n'));
      for (LocalName& name : named_by(head, c, line)) names.push_back(std::move(name));
    }
    if (c == '{') open.push_back(inside ? "" : head.empty() ? "{" : head);
    if (!inside) start = i + 1;
  }
  return names;
}

bool collide(const LocalName& a, const LocalName& b) {
  if (a.name != b.name) return false;
  const bool are_functions = !a.parameters.empty() && !b.parameters.empty();
  const bool are_aliases = a.definition.starts_with("using ") && a.definition == b.definition;
  return are_functions ? a.parameters == b.parameters : !are_aliases;
}

}  // namespace shardscope::tidy
