#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/shell/filters/escapes.h"
#include "core/shell/filters/glob.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

using shell_tree::Braces;
using shell_tree::Part;
using shell_tree::PartKind;
using shell_tree::Pattern;
using shell_tree::Word;

namespace {

constexpr int defaults_depth_max = 20;  // of defaults within defaults

/// "NAME", "1", "@" or "*" at the start of the text; empty where none is.
std::string name_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name(text[end])) ++end;
  if (end == 0 && !text.empty() && (text[0] == '@' || text[0] == '*')) end = 1;
  const std::string_view name = text.substr(0, end);
  const bool number = std::all_of(name.begin(), name.end(), is_digit);
  const bool names = end > 0 && (number || name == "@" || name == "*" || is_name_start(name[0]));
  return names ? std::string(name) : std::string();
}

/// Whether there is nothing but a comment, as people write one between a command's lines: `# 8 per node`.
bool prints_nothing(std::string_view command) {
  return trimmed(command).empty() || trimmed(command).starts_with('#');
}

class WordReader {
 public:
  WordReader(ShellCursor& cursor, bool quoted, int depth) : cursor_(cursor), quoted_(quoted), depth_(depth) {}

  Word read(Pattern pattern = Pattern::none) {
    word_.line = cursor_.line;
    word_.pattern = pattern;
    for (int open = 0; !cursor_.stopped() && !ends(open);) {
      const char c = cursor_.here();
      open += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == '\'')
        single_quotes();
      else if (c == '"')
        double_quotes();
      else if (cursor_.here_is("$'"))
        escaped_quotes();
      else if (cursor_.here_is("$\""))
        cursor_.next();  // its language is the reader's
      else if (c == '\\' && pattern == Pattern::expression)
        put_next(), put_next();
      else if (c == '\\' && pattern == Pattern::glob && !cursor_.at_continuation())
        put_sign();
      else if (pattern == Pattern::glob && at_group())
        group();
      else
        piece(false);
    }
    return std::move(word_);
  }

  /// All of the text: quotes are plain signs in it, and \ stands for itself but before what it takes the meaning from.
  Word read_document() {
    word_.line = cursor_.line;
    quoted_ = whole_ = true;
    while (!cursor_.stopped()) {
      const std::string_view rest = cursor_.text.substr(cursor_.at);
      const bool plain = rest[0] == '\\' && (rest.size() < 2 || std::string_view("$`\\\n").find(rest[1]) == rest.npos);
      plain ? put_next() : piece(true);
    }
    return std::move(word_);
  }

 private:
  bool ends(int open) const {
    const char c = cursor_.here();
    if (to_the_end_) return false;
    if (word_.pattern != Pattern::expression) return ends_shell_word(c);
    return c == '\n' || cursor_.here_is(" ]]") || (open == 0 && (is_shell_blank(c) || c == ')'));
  }

  Part& add(PartKind kind, std::string text, std::string code) {
    word_.parts.push_back({kind, std::move(text), cursor_.line, quoted_, whole_, std::move(code), {}, {}});
    return word_.parts.back();
  }

  void put(char c) {
    const bool goes_on = !word_.parts.empty() && word_.parts.back().kind == PartKind::text &&
                         word_.parts.back().whole == whole_ &&
                         (word_.parts.back().line == cursor_.line || word_.parts.back().text.empty());
    Part& part = goes_on ? word_.parts.back() : add(PartKind::text, {}, {});
    part.line = cursor_.line;
    part.text += c;
  }
  void put_next() {
    if (cursor_.at_end()) return;
    put(cursor_.here());
    cursor_.next();
  }

  /// Behind \ a sign of a pattern stands for itself.
  void put_sign() {
    cursor_.next();
    if (cursor_.at_end()) return put('\\');
    for (const char c : literal_pattern(cursor_.text.substr(cursor_.at, 1))) put(c);
    cursor_.next();
  }

  /// @(a|b) and its like, as extglob has it.
  bool at_group() const {
    const std::string_view rest = cursor_.text.substr(cursor_.at);
    return rest.size() > 1 && rest[1] == '(' && std::string_view("@?*+!").find(rest[0]) != std::string_view::npos;
  }
  void group() {
    const auto end = closing_parenthesis(cursor_.text, cursor_.at + 2, 0);
    if (!end) return put_next();
    while (cursor_.at <= *end) put_next();
  }

  /// What stands alike between double quotes and outside.
  void piece(bool within_quotes) {
    if (within_quotes ? cursor_.here_is("\\\n") : cursor_.at_continuation()) return cursor_.skip_to_next_line();
    if (cursor_.here() == '$') return expansion();
    if (cursor_.here() == '`') return backticks();
    const bool escapes = cursor_.here() == '\\' && !(within_quotes && stands_for_itself());
    if (escapes) cursor_.next();
    const bool outside = std::exchange(whole_, whole_ || (escapes && word_.pattern == Pattern::none));
    put_next();
    whole_ = outside;
  }

  /// Of a \ between double quotes: what follows has no meaning that it could take.
  bool stands_for_itself() const {
    const std::string_view rest = cursor_.text.substr(cursor_.at);
    return rest.size() < 2 || std::string_view("$`\\\"\n").find(rest[1]) == rest.npos;
  }

  void single_quotes() {
    const int line = cursor_.line;
    cursor_.next();
    whole_ = true;
    add(PartKind::text, {}, {});
    while (!cursor_.at_end() && cursor_.here() != '\'') put_next();
    whole_ = false;
    if (cursor_.at_end()) return cursor_.fail(line, "the quote ' that begins here isn't closed");
    cursor_.next();
  }

  /// $'…'
  void escaped_quotes() {
    const int line = cursor_.line;
    cursor_.at += 2;
    whole_ = true;
    add(PartKind::text, {}, {});
    const std::size_t begin = cursor_.at;
    const auto end = closing_quote(cursor_.text, begin, '\'', 0, true);
    if (!end) return cursor_.at = cursor_.text.size(), cursor_.fail(line, "the quote $' that begins here isn't closed");
    while (cursor_.at < *end) cursor_.next();
    for (const char c : unescaped(cursor_.text.substr(begin, *end - begin), Escapes::quote)) put(c);
    whole_ = false;
    cursor_.next();
  }

  void double_quotes() {
    const int line = cursor_.line;
    const bool outside = quoted_;
    quoted_ = whole_ = true;
    cursor_.next();
    add(PartKind::text, {}, {});
    while (!cursor_.stopped() && cursor_.here() != '"') piece(true);
    quoted_ = outside, whole_ = false;
    if (cursor_.at_end()) return cursor_.fail(line, "the quote \" that begins here isn't closed");
    if (!cursor_.problem) cursor_.next();
  }

  void backticks() {
    const int line = cursor_.line;
    std::string code(1, cursor_.next());
    while (!cursor_.at_end() && cursor_.here() != '`') code += cursor_.next();
    if (cursor_.at_end()) return cursor_.fail(line, "the quote ` that begins here isn't closed");
    cursor_.next();
    const std::string_view command = trimmed(std::string_view(code).substr(1));
    if (command.starts_with("expr ")) return arithmetic(command.substr(5), code + "`");
    if (!prints_nothing(command)) add(PartKind::unknown, "`…`", code + "`");
  }

  void arithmetic(std::string_view inner, std::string code) {
    add(PartKind::arithmetic, {}, std::move(code)).computation = shell_computation(inner);
  }

  void variable(const std::string& name) { add(PartKind::variable, name, "$" + name); }

  void expansion() {
    const int line = cursor_.line;
    cursor_.next();
    if (cursor_.here_is("((")) {
      cursor_.at += 2;
      const std::string inner = cursor_.nested('(', ')', line);
      if (cursor_.here() == ')') cursor_.next();
      return arithmetic(inner, "$((" + inner + "))");
    }
    if (cursor_.here() == '(') {
      cursor_.next();
      const std::string inner = cursor_.nested('(', ')', line), code = "$(" + inner + ")";
      if (prints_nothing(inner)) return;
      const std::string_view command = trimmed(inner);
      if (command.starts_with("expr ")) return arithmetic(command.substr(5), code);
      if (command.starts_with("cat") && here_document(inner, line)) return;
      return void(add(PartKind::unknown, "$(…)", code));
    }
    if (cursor_.here() == '{') {
      cursor_.next();
      return braces(cursor_.nested('{', '}', line));
    }
    std::string name;
    while (is_name(cursor_.here()) && (!name.empty() || is_name_start(cursor_.here()))) name += cursor_.next();
    if (!name.empty()) return variable(name);
    const bool special =
        is_digit(cursor_.here()) || std::string_view("@*#?$!-").find(cursor_.here()) != std::string_view::npos;
    if (cursor_.at_end() || !special) return put('$');
    variable(std::string(1, cursor_.next()));  // 1, @, #, ?
  }

  /// $(cat <<EOF …): the text itself, without the ends of lines behind it. Whether it is nothing else.
  bool here_document(const std::string& inner, int line) {
    const std::size_t sign = inner.find("<<");
    if (sign == inner.npos || inner.find("<<", sign + 2) != inner.npos) return false;  // one within another isn't read
    const shell_tree::Script script = parse_shell(inner, false);
    const bool alone = !script.problem && script.commands.size() == 1 && script.commands[0].pipeline.size() == 1;
    if (!alone || script.documents.size() != 1 || !script.documents[0]) return false;
    const shell_tree::Command& command = script.commands[0].pipeline[0];
    const auto* simple = std::get_if<shell_tree::Simple>(&command.what);
    if (simple == nullptr || simple->items.size() != 1 || command.output) return false;
    std::string text = script.documents[0]->text;
    text.erase(text.find_last_not_of('\n') + 1);
    if (script.documents[0]->literal) {
      add(PartKind::text, {}, {}).text = text;
      return true;
    }
    const int first = line + (cursor_.counts_lines ? 1 : 0);
    for (Part& part : parse_shell_document(text, first).parts) word_.parts.push_back(std::move(part));
    return true;
  }

  void braces(const std::string& inner) {
    if (cursor_.problem) return;
    const std::string code = "${" + inner + "}";
    if (inner.size() == 1 && std::string_view("#?$!-").find(inner[0]) != std::string_view::npos) return variable(inner);
    if (inner.starts_with('#') && inner.size() > 1) return counted(inner, code);
    const bool turned = inner.starts_with('!');
    const bool keys = turned && (inner.ends_with("[@]") || inner.ends_with("[*]"));
    const std::string name = name_at(std::string_view(inner).substr(turned ? 1 : 0));
    std::string_view rest = std::string_view(inner).substr(name.size() + (turned ? 1 : 0));
    Braces form;
    form.assumption = "$" + name;
    form.keys = keys, form.indirect = turned && !keys;
    form.star = rest.starts_with("[*]");
    form.array = name == "@" || form.star || rest.starts_with("[@]");
    if (form.star || rest.starts_with("[@]")) rest.remove_prefix(3);
    const bool followed = !name.empty() && subscript(form, rest) && (keys ? rest.empty() : what_follows(form, rest));
    if (!followed) return void(add(PartKind::unknown, code, code));
    const bool plain = form.index.empty() && form.edit.empty() && !turned;
    add(PartKind::braces, name, plain ? "$" + name : code).braces = std::move(form);
  }

  /// ${#NAME}, ${#NAME[@]}; the length of one element isn't followed.
  void counted(const std::string& inner, const std::string& code) {
    const std::size_t bracket = inner.find('[');
    const std::string index = bracket == std::string::npos ? "[@]" : inner.substr(bracket);
    if (index != "[@]" && index != "[*]") return void(add(PartKind::unknown, code, code));
    Part& part = add(PartKind::braces, inner.substr(1, bracket - 1), code);
    part.braces.counts = true;
    part.braces.array = bracket != std::string::npos || part.text == "@" || part.text == "*";
  }

  /// The [ … ] at the text's start, if one is there; false where it isn't closed or is no word.
  bool subscript(Braces& form, std::string_view& text) const {
    if (!text.starts_with('[')) return true;
    const std::size_t end = end_of_subscript(text);
    if (end == std::string_view::npos) return false;
    std::optional<Word> index = one_word(text.substr(1, end - 1));
    if (!index) return false;
    form.index.push_back(*std::move(index));
    text.remove_prefix(end + 1);
    return true;
  }

  /// :-default and its like, or what is done to the text; false where it isn't followed.
  bool what_follows(Braces& form, std::string_view rest) const {
    if (rest.empty()) return true;
    form.colon = rest[0] == ':';
    const std::string_view sign = rest.substr(form.colon ? 1 : 0);
    if (!sign.empty() && std::string_view("-=+?").find(sign[0]) != std::string_view::npos) {
      form.sign = sign[0];
      if (form.sign != '?') otherwise(form, sign.substr(1));
      return true;
    }
    if (std::string_view("%#/,^:").find(rest[0]) == std::string_view::npos) return false;
    const bool doubled = rest[0] != ':' && rest.size() > 1 && rest[1] == rest[0];
    form.edit = rest.substr(0, doubled ? 2 : 1);
    form.colon = false;
    rest.remove_prefix(form.edit.size());
    if (form.edit[0] == ',' || form.edit[0] == '^') return rest.empty();
    const bool cuts = form.edit == ":";
    const std::size_t second = form.edit[0] == '/' ? end_of_pattern(rest) : cuts ? rest.find(':') : rest.npos;
    const bool pair = second != std::string_view::npos;
    for (const std::string_view text : {rest.substr(0, second), pair ? rest.substr(second + 1) : std::string_view()}) {
      const bool first = form.operands.empty();
      std::optional<Word> operand = one_word(text, cuts, first && !cuts ? Pattern::glob : Pattern::none);
      if (!operand) return false;
      if (!text.empty() || form.operands.empty()) form.operands.push_back(*std::move(operand));
    }
    return true;
  }

  /// The / behind the pattern that the text begins with, of which one by itself or within quotes is part.
  static std::size_t end_of_pattern(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '/' && at > 0) return at;
      if (text[at] == '\\') ++at;
      if (text[at] != '\'' && text[at] != '"') continue;
      const auto end = closing_quote(text, at + 1, text[at], 0);
      if (!end) return text.npos;
      at = *end;
    }
    return text.npos;
  }

  /// All of the text as one word, whose blanks part nothing.
  std::optional<Word> one_word(std::string_view text, bool computes = false, Pattern pattern = Pattern::none) const {
    ShellCursor inside{text, cursor_.line};
    if (depth_ >= defaults_depth_max) return std::nullopt;
    WordReader reader(inside, quoted_, depth_ + 1);
    reader.to_the_end_ = true;
    Word word = computes ? reader.read_document() : reader.read(pattern);
    return inside.at_end() && !inside.problem ? std::optional<Word>(std::move(word)) : std::nullopt;
  }

  /// The words that a default has: it is split as the script's own words are.
  void otherwise(Braces& form, std::string_view text) const {
    ShellCursor inside{text, cursor_.line};
    if (depth_ >= defaults_depth_max) inside.fail(cursor_.line, "its defaults nest too deeply");
    while (!inside.stopped()) {
      const std::size_t before = inside.at;
      Word word = WordReader(inside, quoted_, depth_ + 1).read();
      if (!word.parts.empty()) form.otherwise.push_back(std::move(word));
      if (inside.at == before) inside.next();
    }
    form.problem = std::move(inside.problem);
  }

  ShellCursor& cursor_;
  bool quoted_;         // between double quotes, of this word or of one around it
  bool whole_ = false;  // between this word's own
  bool to_the_end_ = false;
  int depth_;
  Word word_;
};

}  // namespace

Word parse_shell_word(ShellCursor& cursor, Pattern pattern) {
  return WordReader(cursor, false, 0).read(pattern);
}

Word parse_shell_document(std::string_view text, int line) {
  ShellCursor cursor{text, line};
  return WordReader(cursor, true, 0).read_document();
}

std::size_t end_of_subscript(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '{' || text[i] == '(') ++depth;
    if ((text[i] == ']' || text[i] == '}' || text[i] == ')') && --depth == 0)
      return text[i] == ']' ? i : std::string_view::npos;
  }
  return std::string_view::npos;
}

}  // namespace shardscope
