#include <algorithm>

#include "core/base/characters.h"
#include "core/shell/shell_source.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_steps.h"
#include "core/shell/shell_texts.h"
#include "core/shell/shell_words.h"

namespace shardscope {

namespace {

using shell_tree::Simple;
using shell_tree::Word;

/// NAME of read -r -d '' NAME, which reads to the end; empty of a read that takes a line, or of several names.
std::string takes_all(const Simple& simple) {
  std::string name;
  bool to_the_end = false;
  for (std::size_t i = 1; i < simple.items.size(); ++i) {
    const Word* word = std::get_if<Word>(&simple.items[i]);
    if (word == nullptr) return {};
    const std::string text = literal_text(*word);
    if (text.starts_with('-')) {
      if (!text.ends_with('d')) continue;
      const Word* end = i + 1 < simple.items.size() ? std::get_if<Word>(&simple.items[++i]) : nullptr;
      to_the_end = end != nullptr && literal_text(*end).empty();
    } else if (!name.empty() || text.empty() || !is_name_start(text[0])) {
      return {};
    } else {
      name = text;
    }
  }
  return to_the_end ? name : std::string();
}

}  // namespace

std::optional<std::string> text_of_file(ShellState& state, const std::string& path) {
  const auto found = state.outside->files.find(name_of_file(path));
  if (found != state.outside->files.end()) return note_once(state.script.read, found->first), found->second;
  const ShellDocument* made = document_called(state.script, path);
  return made == nullptr ? std::nullopt : std::optional<std::string>(made->text);
}

void take_texts(ShellState& state, const shell_tree::Command& command) {
  if (command.documents.empty() && !command.output) return;
  const std::string file = command.output ? rendered(expand_whole(state, *command.output)) : std::string();
  const auto* simple = std::get_if<Simple>(&command.what);
  const std::string read =
      simple != nullptr && name_of(*simple) == "read" && file.empty() ? takes_all(*simple) : std::string();
  const auto add = [&](const ShellWord& text) {
    if (!read.empty()) state.script.variables[read] = {text};
    state.script.documents.push_back({rendered(text), text.line, file, text.unknown});
  };
  for (const std::size_t document : command.documents)
    if (const std::optional<shell_tree::Document>& text = state.tree->documents[document])
      add(expand_document(state, *text));
  if (!command.documents.empty() || simple == nullptr || state.script.commands.empty()) return;
  const ShellWords& words = state.script.commands.back();
  if (name_of(*simple) == "echo" && words.front().text == "echo" && words.size() > 1)
    add(joined(ShellWords(words.begin() + 1, words.end())));
}

}  // namespace shardscope
