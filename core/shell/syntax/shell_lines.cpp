#include "core/shell/syntax/shell_lines.h"

#include <algorithm>
#include <set>
#include <string>

#include "core/base/characters.h"
#include "core/launchers/scheduler_lines.h"
#include "core/shell/filters/braces.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

std::string_view ShellLines::keyword() const {
  const std::string_view rest = cursor.text.substr(cursor.at);
  if (rest.starts_with('{') || rest.starts_with('}') || rest.starts_with('!')) return rest.substr(0, 1);
  if (rest.starts_with("[[")) return rest.substr(0, 2);
  std::size_t end = 0;
  while (end < rest.size() && rest[end] >= 'a' && rest[end] <= 'z') ++end;
  return end == rest.size() || ends_shell_word(rest[end]) ? rest.substr(0, end) : std::string_view();
}

bool ShellLines::at_list_end() const {
  static const std::set<std::string_view> ends = {"then", "else", "elif", "fi", "do", "done", "esac", "}"};
  return cursor.here() == ')' || cursor.here_is(";;") || cursor.here_is(";&") || ends.contains(keyword());
}

void ShellLines::end_line() {
  cursor.next();
  read_documents();
}

void ShellLines::skip_separators() {
  for (cursor.skip_blanks(); !cursor.stopped(); cursor.skip_blanks()) {
    const char c = cursor.here();
    if (c == '\n')
      end_line();
    else if (c == '#')
      comment();
    else if ((c == ';' && !cursor.here_is(";;") && !cursor.here_is(";&")) || (c == '&' && !at_redirection()))
      cursor.next();
    else
      return;
  }
}

void ShellLines::skip_lines() {
  for (cursor.skip_blanks(); cursor.here() == '\n'; cursor.skip_blanks()) end_line();
}

void ShellLines::comment() {
  const std::size_t begin = cursor.at;
  cursor.to_line_end();
  const std::string_view text = cursor.text.substr(begin, cursor.at - begin);
  std::string words = slurm_words_of(text);
  if (words.empty()) return;
  shell_tree::Command line;
  line.what = shell_tree::SlurmLine{std::move(words), text.starts_with("#SBATCH") ? first_command : 0};
  line.line = line.end_line = cursor.line;
  slurm.emplace_back().pipeline.push_back(std::move(line));
}

bool ShellLines::expect(std::string_view word, int line, std::string_view opener) {
  skip_separators();
  if (cursor.problem) return false;
  if (keyword() == word) return cursor.at += word.size(), true;
  cursor.fail(line,
              "the " + std::string(opener) + " that begins here isn't closed; " + std::string(word) + " is wanted");
  return false;
}

bool ShellLines::at_redirection() const {
  std::size_t sign = cursor.at;
  while (sign < cursor.text.size() && is_digit(cursor.text[sign])) ++sign;
  if (cursor.here_is("&>")) return true;
  return sign < cursor.text.size() && (cursor.text[sign] == '<' || cursor.text[sign] == '>');
}

void ShellLines::redirection() {
  const bool other_end = is_digit(cursor.here()) && cursor.here() != '1';
  while (is_digit(cursor.here())) cursor.next();
  const bool prints = !other_end && cursor.here() == '>' && !cursor.here_is(">&") && !cursor.here_is(">>&");
  aside = aside || (!other_end && (cursor.here_is(">&2") || cursor.here_is(">& 2")));
  const bool adds = cursor.here_is(">>"), reads = cursor.here() == '<' && !cursor.here_is("<&");
  const bool text = cursor.here_is("<<<"), document = cursor.here_is("<<") && !text;
  while (!cursor.at_end() && std::string_view("<>&-").find(cursor.here()) != std::string_view::npos) cursor.next();
  if (!document && cursor.here() == '|') cursor.next();  // >| writes over
  while (is_shell_blank(cursor.here())) cursor.next();
  const int line = cursor.line;
  if (cursor.here() == '(') {  // a command's output or input as a file
    cursor.next();
    cursor.nested('(', ')', line);
    return;
  }
  const std::size_t begin = cursor.at;
  const shell_tree::Word target = parse_shell_word(cursor);
  if (prints && !target.parts.empty()) output = target, appends = adds;
  if (reads && !other_end && !text && !document && !target.parts.empty()) source = target;
  if (text) input = target;
  if (!document || target.parts.empty()) return;
  const bool literal = cursor.text.substr(begin, cursor.at - begin).find_first_of("'\"\\") != std::string_view::npos;
  given.push_back(documents.size());
  announced_.push_back({documents.size(), literal_text(target), line, literal});
  documents.emplace_back();
}

std::string literal_text(const shell_tree::Word& word) {
  std::string text;
  for (const shell_tree::Part& part : word.parts)
    if (part.kind == shell_tree::PartKind::text) text += part.text;
  return text;
}

std::vector<shell_tree::Word> with_braces(shell_tree::Word word) {
  std::vector<shell_tree::Word> all = {std::move(word)};
  for (std::size_t i = 0; i < all.size();) {
    const auto part = std::find_if(all[i].parts.begin(), all[i].parts.end(), [](const shell_tree::Part& each) {
      return each.kind == shell_tree::PartKind::text && !each.whole && each.text.find('}') != std::string::npos;
    });
    const auto found = part == all[i].parts.end() ? std::nullopt : first_braces(part->text);
    if (!found || all.size() + found->texts.size() > limits::braces_texts_max) {
      ++i;
      continue;
    }
    const auto place = static_cast<std::size_t>(part - all[i].parts.begin());
    std::vector<shell_tree::Word> each_of_them;
    for (const std::string& text : found->texts) {
      each_of_them.push_back(all[i]);
      each_of_them.back().parts[place].text.replace(found->begin, found->end - found->begin, text);
    }
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), each_of_them.begin(), each_of_them.end());
  }
  return all;
}

bool is_shell_prefix(std::string_view word) {
  return word == "time" || word == "eval" || word == "exec" || word == "command";
}

bool declares_variables(std::string_view word) {
  return word == "export" || word == "local" || word == "declare" || word == "readonly" || word == "typeset";
}

void ShellLines::read_documents() {
  for (const auto& [document, end, line, literal] : std::exchange(announced_, {})) {
    std::string body;
    const int first = cursor.line;
    bool closed = false;
    while (!cursor.at_end() && !closed) {
      const std::size_t at = cursor.at;
      cursor.to_line_end();
      const std::string_view row = cursor.text.substr(at, cursor.at - at);
      if (!cursor.at_end()) cursor.next();
      const std::size_t begin = row.find_first_not_of('\t');
      closed = begin != std::string_view::npos && row.substr(begin) == end;
      if (!closed) body += std::string(row) + "\n";
    }
    if (!closed) cursor.fail(line, "the text that begins here doesn't end with " + shown(end));
    documents[document] = {std::move(body), first, literal};
  }
}

}  // namespace shardscope
