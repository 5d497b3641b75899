#include "core/launch_text/launch_script.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/trimmed.h"
#include "core/expressions/json_value.h"
#include "core/launch_text/command/flag_words.h"
#include "core/launchers/launchers.h"
#include "core/shell/shell_code.h"

namespace shardscope {

namespace {

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// Of sbatch and srun: by what an export says its nodes and GPUs.
bool counts_machines(const LauncherName* option) {
  return option != nullptr && says_machines(option->said);
}

/// Of torchrun: by what an export says its ranks and where they meet.
bool says_ranks(std::string_view word) {
  const LauncherName* option = find_option(word);
  return option != nullptr && (says_machines(option->said) || option->said == Said::rendezvous);
}

/// HF_TOKEN, WANDB_API_KEY: a scenario goes from hand to hand.
bool is_secret(std::string_view name) {
  constexpr std::string_view words[] = {"TOKEN", "KEY", "SECRET", "PASSWORD", "PASSWD"};
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('_', begin), name.size());
    if (is_one_of(name.substr(begin, end - begin), words)) return true;
    begin = end + 1;
  }
  return false;
}

bool is_torchrun(const ShellWord& word) {
  return starter_called(word.text) == Starter::torchrun;
}

class Parts {
 public:
  Parts(const ShellScript& script, const ShellWords& launch) : script_(script), launch_(launch) {
    while (at_ < script.commands.size() && flattened(script.commands[at_]) != launch) ++at_;
  }

  ScriptParts gather(std::string_view program) {
    take_slurm();
    for (const std::string& name : script_.exported)
      if (const auto value = script_.variables.find(name); value != script_.variables.end())
        take_variable(name, value->second);
    for (const auto& [name, value] : script_.environment)
      if (std::find(script_.exported.begin(), script_.exported.end(), name) == script_.exported.end())
        take_variable(name, value);
    if (at_ < script_.commands.size()) {
      take_commands();
      take_srun();
    }
    take_torchrun();
    take_program(program);
    return std::move(parts_);
  }

 private:
  void add(std::string_view kind, const std::string& code) { parts_.emplace_back(kind, json_text(Value(code))); }

  /// The words' code; what can't be kept is named at least.
  void add_words(std::string_view kind, std::string_view name, std::span<const ShellWord> words) {
    std::string code;
    for (const ShellWord& word : words) {
      const std::string one = shell_code(word);
      if (one.empty()) return add(script_part::left, std::string(name) + " in line " + std::to_string(word.line));
      code += (code.empty() ? "" : " ") + one;
    }
    if (!code.empty()) add(kind, code);
  }

  /// Options of the lines #SBATCH, up to a comment.
  void take_slurm() {
    const ShellWords& words = script_.slurm;
    for (std::size_t i = 0; i < words.size();) {
      std::size_t end = i + 1;
      const auto same_line = [&](std::size_t at) { return at < words.size() && words[at].line == words[i].line; };
      if (words[i].text.starts_with('#')) {
        while (same_line(end)) ++end;
      } else if (words[i].text.starts_with('-')) {
        std::string code = words[i].text;
        for (; same_line(end) && words[end].text.find_first_of("-#") != 0; ++end) code += " " + words[end].text;
        if (!counts_machines(find_option(words[i].text, Starter::slurm))) add(script_part::sbatch, code);
      }
      i = end;
    }
  }

  void take_variable(const std::string& name, const ShellWords& value) {
    if (find_variable(name) != nullptr || value.size() != 1) return;
    const std::string code =
        value.front().text.empty() && value.front().unknown.empty() ? "''" : shell_code(value.front());
    if (code.empty() || (is_secret(name) && value.front().unknown.empty()))
      return add(script_part::left, "export " + name);
    add(script_part::variable, name + "=" + code);
  }

  /// Where the script goes before the launch, and what it reads in for its environment.
  void take_commands() {
    constexpr std::string_view environment[] = {"source", ".", "module", "conda", "ulimit"};
    for (std::size_t i = 0; i < at_; ++i) {
      const ShellWords& words = script_.commands[i];
      const std::span<const ShellWord> all = words;
      if (words.front().text == "cd") add_words(script_part::directory, "cd", all.subspan(1));
      if (is_one_of(words.front().text, environment)) add_words(script_part::left, words.front().text, all);
    }
  }

  void take_srun() {
    const ShellWords& words = script_.commands[at_];
    if (name_of_file(words.front().text) != "srun") return;
    ShellWords kept;
    const auto is_value = [&](std::size_t i) { return is_value_of_option(words, i, Starter::slurm); };
    for (std::size_t i = 1; i < words.size() && (is_value(i) || !begins_command(words[i].text)); ++i) {
      const std::size_t name = is_value(i) ? i - 1 : i;
      if (!counts_machines(find_option(words[name].text, Starter::slurm))) kept.push_back(words[i]);
    }
    add_words(script_part::srun, "srun", kept);
  }

  void take_torchrun() {
    const auto begin = std::find_if(launch_.begin(), launch_.end(), is_torchrun);
    if (begin == launch_.end()) return;
    const auto words =
        std::span<const ShellWord>(launch_).subspan(static_cast<std::size_t>(begin - launch_.begin()) + 1);
    for (std::size_t i = 0; i < words.size() && !is_program(words[i]);) {
      std::size_t end = i + 1;
      while (end < words.size() && !is_program(words[end]) && !words[end].text.starts_with("--")) ++end;
      if (words[i].text.starts_with("--") && !says_ranks(words[i].text))
        add_words(script_part::torchrun, "torchrun", words.subspan(i, end - i));
      i = end;
    }
  }

  void take_program(std::string_view own) {
    const auto found =
        std::find_if(launch_.begin(), launch_.end(), [](const ShellWord& word) { return word.text.ends_with(".py"); });
    if (own.empty() || found == launch_.end() || (found->text == own && found->unknown.empty())) return;
    add_words(script_part::program, "the program", {&*found, 1});
  }

  const ShellScript& script_;
  const ShellWords& launch_;
  std::size_t at_ = 0;  // of the launch among the commands
  ScriptParts parts_;
};

}  // namespace

ScriptParts script_parts(const ShellScript& script, const ShellWords& launch, std::string_view program) {
  return Parts(script, launch).gather(program);
}

std::vector<std::string> parts_of_kind(const ScriptParts& parts, std::string_view kind) {
  std::vector<std::string> all;
  for (const auto& [each, code] : parts)
    if (const Value value = value_from_json_text(code); each == kind && value.text() != nullptr)
      all.push_back(*value.text());
  return all;
}

namespace {

/// Whether the word stands in the name by itself, with no letters beside it but a number's: "t5" of finetune_t5.py.
bool has_word(std::string_view name, std::string_view word) {
  const auto letter = [&](std::size_t at) {
    return at < name.size() && is_name(name[at]) && !is_digit(name[at]) && name[at] != '_';
  };
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1))
    if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) return true;
  return false;
}

/// The program that a launch starts, as far as its name is known.
const ShellWord* program_word(const ShellWords& launch) {
  const auto found = std::find_if(launch.begin() + static_cast<std::ptrdiff_t>(program_at(launch)), launch.end(),
                                  [](const ShellWord& word) { return word.text.ends_with(".py"); });
  return found == launch.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Problem> other_program(const ShellWords& launch, const LaunchFramework& framework) {
  const DecoderPrograms& decoders = framework.decoders;
  const ShellWord* program = program_word(launch);
  if (decoders.among.empty() || program == nullptr) return std::nullopt;
  const std::string name = lower(name_of_file(program->text));
  if (name == lower(name_of_file(framework.program)) || name.size() <= std::string_view(".py").size())
    return std::nullopt;
  const bool like_own = fits(name, decoders.among);  // there any part tells, elsewhere whole words
  const auto any = [&](const std::vector<std::string>& all, bool parts) {
    return std::any_of(all.begin(), all.end(), [&](const std::string& each) {
      return parts ? name.find(each) != name.npos : has_word(name, each);
    });
  };
  const auto begun = [&] {  // "mamba2", "bertlike": of other programs a word may go on
    return std::any_of(decoders.others.begin(), decoders.others.end(), [&](const std::string& each) {
      return each.size() > 3 && (name.starts_with(each) || name.find("_" + each) != name.npos);
    });
  };
  const bool decoder = any(decoders.families, true), other = any(decoders.others, like_own) || (!like_own && begun());
  if (decoder && (like_own || !other)) return std::nullopt;
  return Problem{
      Severity::warning, TextPlace{{}, program->line, {}},
      other ? shown(name_of_file(program->text)) +
                  " trains another kind of model; memory, time and rules here are those of a GPT of these sizes"
            : shown(name_of_file(program->text)) +
                  " isn't known here, and may build another model than its flags say; it is read as a decoder of what "
                  "they say",
      "other-program"};
}

std::string not_text(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return "it is UTF-16, which neither a shell nor a framework reads; save it as UTF-8";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 32 && byte != '\n' && byte != '\t' && byte != '\r' && byte != '\f') || byte == 0x7f)
      return "it isn't text: byte " + std::to_string(i) + " is " + std::to_string(byte);
  }
  return {};
}

std::vector<std::string_view> trimmed_lines(std::string_view text) {
  std::vector<std::string_view> lines = lines_of(text);
  for (std::string_view& line : lines) line = trimmed(line);
  return lines;
}

char first_sign(std::string_view text) {
  for (const std::string_view line : trimmed_lines(text))
    if (!line.empty() && !line.starts_with("//") && !line.starts_with("#")) return line.front();
  return '\0';
}

std::optional<PlainText> without_editors_marks(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  const bool marked = text.starts_with(mark), returns = text.find("\r\n") != std::string_view::npos;
  if (!marked && !returns) return std::nullopt;
  PlainText plain;
  for (std::size_t at = marked ? mark.size() : 0; at < text.size(); ++at)
    if (!text.substr(at).starts_with("\r\n")) plain.text += text[at];
  plain.said = std::string(marked ? "it begins with a byte order mark" : "") + (marked && returns ? ", and " : "") +
               (returns ? "its lines end in CR LF" : "") + ", which a shell takes for a part of the words beside it; " +
               "read without";
  return plain;
}

bool names_shell(std::string_view line) {
  if (!line.starts_with("#!")) return false;
  line = trimmed(line.substr(2));
  while (!line.empty()) {
    const std::string_view path = line.substr(0, line.find_first_of(" \t"));
    const std::string_view name = path.substr(path.rfind('/') + 1);  // all of it where there is none
    if (name != "env" && !name.starts_with('-')) return name.ends_with("sh");
    line = trimmed(line.substr(path.size()));
  }
  return false;
}

bool runs_program(std::string_view line) {
  const std::string_view first = line.substr(0, line.find(' '));
  const bool program = first == "python" || first == "python3" || starter_called(first) != Starter::none;
  return program && first.size() < line.size();
}

}  // namespace shardscope
