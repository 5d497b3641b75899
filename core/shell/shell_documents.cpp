#include <algorithm>

#include "core/base/characters.h"
#include "core/shell/shell_arrays.h"
#include "core/shell/shell_edits.h"
#include "core/shell/shell_programs.h"
#include "core/shell/shell_reads.h"
#include "core/shell/shell_state.h"
#include "core/shell/shell_steps.h"
#include "core/shell/shell_texts.h"
#include "core/shell/shell_words.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

namespace {

using shell_tree::Simple;

/// Of several by one name the last counts; one that is added to grows. What is longer than any configuration isn't
/// kept.
void put_document(ShellState& state, ShellDocument made, bool appends) {
  state.spend(made.text.size() + limits::shell_command_work);
  made.commands = state.script.commands.size();
  std::vector<ShellDocument>& all = state.script.documents;
  const ShellDocument* before = appends && !made.file.empty() ? document_called(state.script, made.file) : nullptr;
  if (before == nullptr || before->elsewhere || made.elsewhere) {
    if (made.text.size() <= limits::shell_document_bytes_max) all.push_back(std::move(made));
    return;
  }
  ShellDocument& whole = all[static_cast<std::size_t>(before - all.data())];
  if (whole.text.size() + made.text.size() > limits::shell_document_bytes_max) return;
  whole.text += made.text, whole.known += made.known;
  if (whole.unknown.empty()) whole.unknown = made.unknown;
}

/// Within $( ) what comes to a pipeline by a here-document or behind <<< is as if echo printed it.
void print_given(ShellState& state, const shell_tree::Step& step, std::size_t before) {
  std::vector<ShellWords>& all = state.script.commands;
  const std::size_t count = step.pipeline.size();
  if (count == 0 || all.size() != before + count || before < (count > 1 ? 1U : 0U)) return;
  std::optional<ShellWord> given = given_to(state, step.pipeline.front());
  if (!given) return;
  std::vector<ShellWords> piped = {{{"|", 0, {}}, {std::to_string(count + 1), 0, {}}},
                                   {{"echo", 0, {}}, {"-n", 0, {}}, *std::move(given)}};
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(count > 1 ? before - 1 : before);
  if (count > 1) all.erase(begin);
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(count > 1 ? before - 1 : before), piped.begin(), piped.end());
}

/// A file that is made or changed in a way that isn't followed: what it says then isn't known.
void leave_file_open(ShellState& state, const std::string& file) {
  ShellDocument made;
  made.file = file, made.base = file, made.elsewhere = true;
  put_document(state, std::move(made), false);
}

/// The code of an interpreter's call: behind -c or -e, in a file that the script made, or what comes to it.
std::string code_of(ShellState& state, const shell_tree::Command& command, const ShellWords& words) {
  std::string code;
  for (std::size_t i = 1; i + 1 < words.size(); ++i)
    if (words[i].text.starts_with('-') && !words[i].text.starts_with("--") &&
        (words[i].text.ends_with('c') || words[i].text.ends_with('e')))
      code += rendered(words[i + 1]) + "\n";
  std::vector<const ShellDocument*> taken;
  for (const ShellWord& word : words) {
    const ShellDocument* made = word.text.ends_with(".py") ? document_called(state.script, word.text) : nullptr;
    if (made == nullptr || std::find(taken.begin(), taken.end(), made) != taken.end()) continue;
    taken.push_back(made);
    code += made->text;
  }
  if (const std::optional<ShellWord> given = given_to(state, command)) code += rendered(*given);
  return code;
}

/// Files that a program writes by its code or by its options. Code that writes what it doesn't name may write those
/// that its arguments name.
void leave_files_open(ShellState& state, const shell_tree::Command& command, const ShellWords& all) {
  const ShellWords words = started_by(all);
  if (!is_interpreter(words)) return;
  for (const std::string& file : files_told_to_write(words)) leave_file_open(state, file);
  const std::string code = code_of(state, command, words);
  if (code.empty()) return;
  state.script.known_programs.push_back(state.script.commands.size() - 1);
  state.spend(code.size());
  const WrittenFiles written = files_written_by(code);
  for (const std::string& file : written.named) leave_file_open(state, file);
  if (!written.writes || !written.named.empty()) return;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string word = rendered(words[i]);
    const std::string file = word.starts_with('-') ? word.substr(word.find('=') + 1) : word;
    if (may_be_configuration(file)) leave_file_open(state, file);
  }
}

/// echo ds.json | xargs sed -i …: the files that the pipeline names, unless xargs starts what reads them.
void leave_arguments_open(ShellState& state, std::span<const ShellWords> commands) {
  if (commands.size() < 2 || commands.back().front().text != "xargs") return;
  const ShellWords last = started_by(commands.back());  // xargs itself where nothing in it is known to read alone
  if (last != commands.back() && !edits_in_place(last)) return;
  for (const ShellWords& words : commands)
    for (const ShellWord& word : words)
      if (may_be_configuration(word.text)) leave_file_open(state, rendered(word));
}

/// The files that the last command prints to, and tee writes.
std::vector<std::string> files_made(ShellState& state, const shell_tree::Command& command, const ShellWords& words) {
  std::vector<std::string> files;
  if (command.output) files.push_back(rendered(expand_whole(state, *command.output)));
  if (words.front().text == "tee") {
    std::erase(files, "/dev/null");
    for (std::size_t i = 1; i < words.size(); ++i)
      if (!words[i].text.starts_with('-')) files.push_back(rendered(words[i]));
  } else if (files.empty()) {
    files.push_back(edited_in_place(words));
  }
  std::erase(files, "");
  return files;
}

/// What the commands behind the first `before` print together, as of a group or a function: { …; } > made.
void take_printed(ShellState& state, const std::string& file, std::size_t before, bool appends) {
  if (!may_be_configuration(file)) return;
  const std::vector<ShellWords>& all = state.script.commands;
  const std::vector<ShellWords> commands(all.begin() + static_cast<std::ptrdiff_t>(std::min(before, all.size())),
                                         all.end());
  ShellDocument made;
  made.file = file;
  for (const ShellWords& words : commands) {
    const std::optional<ShellWord> text = piped_text(state, std::span(&words, 1), std::nullopt).text;
    if (!text) return leave_file_open(state, file);
    made.text += rendered(*text), made.known += text->text;
    if (made.unknown.empty()) made.unknown = text->unknown;
  }
  if (!commands.empty()) put_document(state, std::move(made), appends);
}

/// What a pipeline makes of the file that it begins with.
ShellDocument document_of(const ShellState& state, PipedText piped, const std::string& file) {
  const bool known = piped.text.has_value();
  ShellDocument made;
  if (known) made = {rendered(*piped.text), 0, file, piped.text->unknown, piped.text->text};
  made.file = file, made.base = piped.base, made.elsewhere = !known;
  if (!known && piped.missing.empty()) made.base = file;
  if (const ShellDocument* from = document_called(state.script, piped.missing); from != nullptr && !known) {
    made.base = from->base == from->file ? file : from->base;  // which isn't here, or isn't followed
    made.replaced = from->replaced;
  }
  if (const ShellDocument* from = known ? document_called(state.script, piped.base) : nullptr;
      from != nullptr && !from->base.empty())
    made.base = from->base;  // jq … ds.json > tmp.json && mv tmp.json ds.json changes ds.json
  for (auto& each : piped.replaced) made.replaced.push_back(std::move(each));
  return made;
}

}  // namespace

std::optional<std::string> text_of_file(ShellState& state, const std::string& path) {
  const ShellDocument* made = document_called(state.script, path);
  for (const ShellState* each = state.around; made == nullptr && each != nullptr; each = each->around)
    made = document_called(each->script, path);
  const bool over = made != nullptr && name_of_file(made->base) == name_of_file(path);
  const auto found = file_meant(state.outside->files, path);
  if (found != state.outside->files.end()) note_once(state.script.read, found->first);
  if (found != state.outside->files.end() && !over) return found->second;
  return made == nullptr || made->elsewhere ? std::nullopt : std::optional<std::string>(made->text);
}

void take_texts(ShellState& state, const shell_tree::Command& command, std::size_t before) {
  if (const auto* said = std::get_if<Simple>(&command.what); said != nullptr && command.input)
    take_read(state, *said, expand_whole(state, *command.input));
  if (command.documents.empty() && !command.output) return;
  const std::string file = command.output ? rendered(expand_whole(state, *command.output)) : std::string();
  const auto* simple = std::get_if<Simple>(&command.what);
  const bool several = simple == nullptr || state.functions.contains(name_of(*simple));
  if (several && command.documents.empty()) return take_printed(state, file, before, command.appends);
  const std::string read =
      simple != nullptr && name_of(*simple) == "read" && file.empty() ? takes_all(*simple) : std::string();
  const auto add = [&](const ShellWord& text) {
    if (!read.empty() && reads_array(*simple))
      set_array(state.script.variables, read, words_read(state, *simple, text));
    else if (!read.empty())
      state.script.variables[read] = {text};
    put_document(state, {rendered(text), text.line, file, text.unknown, text.text}, command.appends);
  };
  for (const std::size_t document : command.documents)
    if (const std::optional<shell_tree::Document>& text = state.tree->documents[document])
      add(expand_document(state, *text));
  if (!command.documents.empty() || simple == nullptr || state.script.commands.empty()) return;
  const ShellWords words = state.script.commands.back();
  if (name_of(*simple) != "echo" || words.front().text != "echo" || words.size() == 1) return;
  if (const std::optional<ShellWord> text = piped_text(state, std::span(&words, 1), std::nullopt).text) add(*text);
}

void take_made_file(ShellState& state, const shell_tree::Step& step, std::size_t before) {
  const std::vector<ShellWords>& all = state.script.commands;
  const std::size_t count = step.pipeline.size();
  if (state.captures) return print_given(state, step, before);
  if (state.stopped() || count == 0 || all.size() != before + count) return;
  std::vector<ShellWords> commands(all.begin() + static_cast<std::ptrdiff_t>(before), all.end());
  const shell_tree::Command &first = step.pipeline.front(), &last = step.pipeline.back();
  const bool alone = count == 1;
  if (alone) leave_files_open(state, first, commands[0]);
  leave_arguments_open(state, commands);
  if (alone)
    for (const std::string& file : edited_together(commands[0])) leave_file_open(state, file);
  const bool taken =
      alone && (commands[0].front().text == "echo" || (!first.documents.empty() && commands[0].front().text != "tee") ||
                !std::holds_alternative<Simple>(first.what));
  const std::vector<std::string> copy = alone ? copied(commands[0]) : std::vector<std::string>();
  const std::vector<std::string> files =
      copy.empty() ? files_made(state, last, commands.back()) : std::vector<std::string>{copy[1]};
  if (taken || files.empty()) return;
  const bool adds = last.appends || (commands.back().front().text == "tee" && has_option(commands.back(), "-a"));
  if (!copy.empty()) commands = {{{"cat", 0, {}}, {copy[0], 0, {}}}};
  if (!last.output) commands.back() = to_its_output(std::move(commands.back()));
  if (first.source) commands.front().push_back(expand_whole(state, *first.source));
  const PipedText piped = piped_text(state, commands, given_to(state, first));
  for (const std::string& file : files) {
    const bool changes =
        document_called(state.script, file) != nullptr || may_be_configuration(file) ||
        file_meant(state.outside->files, file) != state.outside->files.end();  // in a way that isn't followed
    if (piped.text || !piped.missing.empty() || changes) put_document(state, document_of(state, piped, file), adds);
  }
}

}  // namespace shardscope
