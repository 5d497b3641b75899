// core/frameworks: the tools that launch training, as data: their flags and defaults, and what their own source
// refuses. In: files of presets/frameworks, and flags or a plan. Out: what flags say as names and values
// (read_flags.h), a plan as a framework's flags (write_flags.h), the rules that it breaks (rules/rules.h). A newer
// release is a new file of data, and so is a framework whose form of text is known; what the code knows of one
// beside its file it tells by the form: "auto" in JSON (read_flags.cpp), tables in Python (flag_slips.cpp). A release
// or fork that differs in names is a dialect: a file that extends another's. core/launch_text has the texts,
// core/launch the way from a text to a scenario and back.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/choice.h"
#include "core/expressions/expression.h"
#include "core/scenario/parts/software.h"

namespace shardscope {

/// By these names in the files, as below.
#define SHARDSCOPE_FLAG_TYPE(type) \
  type(whole, "int") type(real, "float") type(text, "str") type(toggle, "switch") type(list, "list")
SHARDSCOPE_TABLE(FlagType, std::string_view, SHARDSCOPE_FLAG_TYPE)

struct LaunchFormTraits {
  std::string_view name;
  std::array<std::string_view, 4> endings;  // of files that are in this form whatever they say; JSON may be anything
  const char* file;                         // what an export's script calls its configuration
};

// clang-format off
#define SHARDSCOPE_LAUNCH_FORM(form) \
  form(flags, "flags", {".sh", ".bash", ".sbatch", ".slurm"}, "launch.sh") \
  form(toml, "toml", {".toml"}, "launch.toml") \
  form(yaml, "yaml", {".yaml", ".yml"}, "launch.yaml") \
  form(json, "json", {}, "launch.json") \
  form(python, "python", {".py"}, "launch.py") \
  form(snippet, "snippet", {}, "launch.py")
// clang-format on
SHARDSCOPE_TABLE(LaunchForm, LaunchFormTraits, SHARDSCOPE_LAUNCH_FORM)

[[nodiscard]] constexpr std::string_view name_of(LaunchForm form) {
  return entry_of(form).name;
}

/// Whose rules hold and whose text is written until a person picks another.
inline constexpr std::string_view usual_framework = "megatron";

/// By the file's ending; nothing where that doesn't tell.
[[nodiscard]] std::optional<LaunchForm> form_of_file(std::string_view file);

/// A name and the expression that gives it.
using Assignment = std::pair<std::string, Expression>;

struct FlagSpec {
  std::string flag;  // "--tensor-model-parallel-size", "parallelism.tp"
  std::string key;   // the name that it sets: "plan.tp"
  FlagType type = FlagType::whole;
  Value fallback;                   // what the framework takes where it isn't given; None: nothing, or derived
  std::vector<Value> values;        // of a text, all that it takes; empty: any
  std::vector<Assignment> read;     // what a given value says, in order; `value` is the value
  std::optional<Expression> write;  // the value for a plan; None or the fallback: the flag isn't written
  bool in_code = false;             // an argument in Python, not a flag: written in a comment, or in a snippet
  std::string as;                   // how Python writes a value that is no literal: "{}.Config()"
  std::string same_as;              // the flag of which this is another name
  std::string dest;  // where argparse keeps the value under another name, of a switch the False that it stores
  std::vector<std::pair<Value, Value>> stands_for;  // values of other releases, and the known one each counts as
  std::string source, note;
  std::string borrowed_from;  // the title of the dialect whose flag it is, where that isn't the text's own

  bool operator==(const FlagSpec&) const = default;
};

/// Begins the key of a flag that is known, and that nothing here counts; its note says what it would change.
inline constexpr std::string_view unmodelled = "unmodelled.";

/// Begins the key of a flag that names the tokenizer, on which the vocabulary alone hangs.
inline constexpr std::string_view of_tokenizer = "tokenizer.";

/// Keys of the flags that name a model, and its size where that is apart: "llama3", "70B".
inline constexpr std::string_view of_model_name = "model.name", of_model_size = "model.flavor";

/// The name of the tokens of a sequence, which the model and the data may each say.
inline constexpr std::string_view of_sequence = "plan.sequence_length";

/// The name that is said wherever a model's sizes are said as a whole; of single ones a text may say the depth alone.
inline constexpr std::string_view of_model_width = "model.hidden_size", of_model_depth = "model.num_hidden_layers";

/// The name, among those of the environment, by which a launch says that it gives `name` in a way that isn't
/// understood.
[[nodiscard]] inline std::string open_name(std::string_view name) {
  return "open." + std::string(name);
}

/// Whether the flag carries the model or the plan, and not only how long it trains or what isn't modelled.
[[nodiscard]] bool carries_plan(const FlagSpec& spec);

/// Refused; said; the framework changes the value itself.
#define SHARDSCOPE_RULE_SEVERITY(name) name(error) name(warning) name(adjust)
SHARDSCOPE_NAMED(RuleSeverity, SHARDSCOPE_RULE_SEVERITY)

struct FrameworkRule {
  std::string id;
  std::string when, requires_words, message, source;
  RuleSeverity severity = RuleSeverity::error;
  std::optional<Expression> applies, holds;  // both, or neither where no expression fits
  std::vector<std::string> keys;             // the names that it is about
  bool at_import = false;                    // a contradiction of the text itself
  std::string since, until;                  // releases that have it, by their names, both included; empty: no bound

  bool operator==(const FrameworkRule&) const = default;
};

/// Programs of the tool and its forks, told by the parts of their names.
struct DecoderPrograms {
  std::string among;                  // "pretrain_*.py"; empty: its programs aren't told apart
  std::vector<std::string> families;  // one of which stands in the name of a program that trains a decoder: "gpt"
  std::vector<std::string> gated;     // those of them whose layers are gated, with rotary positions: "llama"
  std::vector<std::string> others;    // of another kind of model, where none of the families stands in it: "bert"

  bool operator==(const DecoderPrograms&) const = default;
};

/// What stands around the assignments of a Python configuration, so that it is a program or a module that runs.
/// {config} is the function that makes the framework's own configuration of the model, {module} where it is.
struct PythonFrame {
  std::string module;  // "torchtitan.models.{}"; empty: the configuration has no such names
  std::vector<std::string> before, after;
  // What a call makes, by its class ("*Provider" is all that end so, "*Provider*" all that have it), and where that
  // stands below the configuration.
  std::vector<std::pair<std::string, std::string>> sections;
  // Keys whose value is made by a call that names a size of the model, and the call: "model_spec", "model_registry".
  std::vector<std::pair<std::string, std::string>> registries;

  bool operator==(const PythonFrame&) const = default;
};

/// What stands for flags below a table: "system." for "--", where system.seq_length is --seq-length.
struct NamePattern {
  std::string prefix, of;

  bool operator==(const NamePattern&) const = default;
};

/// A function of the framework's own that makes a configuration, or a class that makes its model, and the flags as it
/// leaves them.
struct FrameworkRecipe {
  std::vector<std::string> names;
  std::vector<std::pair<std::string, Value>> sets;

  bool operator==(const FrameworkRecipe&) const = default;
};

/// How a launch names its configuration: by an option or in a variable that a runner beside the script reads, a file;
/// or, of a program, a function by name, which stands in a file of a module or which a text calls.
struct NamedConfiguration {
  std::string option, variable;  // one of them
  std::string program;           // that takes the option so; empty: any, whose option's value is a file's path
  std::string module, file;      // the option that says the module, and the module's file
  std::vector<std::string> text;
  bool below_command = false;  // what a command says goes before the file's keys, but for those of its tables

  bool operator==(const NamedConfiguration&) const = default;
};

/// A release of the framework's code, by which rules and flags that not all releases have are told apart.
struct FrameworkRelease {
  std::string name;                // "core 0.12"
  double year = 0;                 // 2025.35
  std::vector<std::string> first;  // flags that no release before it has
  std::vector<std::string> last;   // flags that no release after it has

  bool operator==(const FrameworkRelease&) const = default;
};

struct LaunchFramework {
  std::string preset;                // the file's name: "megatron"
  std::string extends;               // the preset whose dialect this is; empty: none's
  std::string title;                 // "Megatron-LM"
  std::vector<std::string> aliases;  // other words for it
  std::string repository, commit, date;
  LaunchForm form = LaunchForm::flags;
  std::string program;  // what a launcher starts; {} is the configuration's file
  DecoderPrograms decoders;
  std::string variables_below;  // a table of its configurations that holds the environment's variables
  PythonFrame python;
  std::vector<std::string> yours;  // what training needs beside the plan; a flag first, where there is one
  std::vector<std::string> model_in_checkpoint;    // flags by which a text leaves its model to a checkpoint
  std::vector<std::string> degrees_in_checkpoint;  // by which it takes its degrees from there, whatever others say
  std::vector<NamedConfiguration> configuration;   // its own, without those of what it extends
  // Likewise: arguments of a printed list ("moe_*" are all that begin so), and the one without which each means
  // nothing.
  std::vector<std::pair<std::string, std::string>> idle_arguments;
  bool takes_dashes = false;    // its parsers take --seq-length for --seq_length
  std::string optional;         // before an option on the program's command line, where the form has none
  std::string schedule_source;  // where it picks the pipeline's schedule, which no flag does
  Software software;            // whose kernels and defaults such a launch has
  std::vector<FlagSpec> flags;
  std::vector<FlagSpec> borrowed;  // of the other releases and forks in its form, what it hasn't: share_flags()
  // Flags that change neither memory nor time, sorted; "checkpoint.*" are all that begin so.
  std::vector<std::string> ignored;
  std::vector<NamePattern> names_below;
  // Flags, one of which a text has that is this framework's ("MODEL_ARGS.*" are all that begin so); empty: any tells.
  // With one behind a ! it is another's, whatever else it has: "!--deepspeed"; one behind a ? tells a dialect only
  // beside flags of what it extends, or more of its own: "?--deepspeed".
  std::vector<std::string> told_by;
  std::vector<Assignment> defaults;       // what holds where no flag says; in order
  std::vector<Assignment> rule_defaults;  // the same, for rules alone
  std::vector<Assignment> environment;    // variables that a launch sets
  std::optional<Expression> world;        // GPUs, where nothing says how many
  // What flags have to say, each where its condition holds: a recipe that isn't here has it else.
  std::vector<Assignment> needs;
  // The same of what a recipe that isn't here may say besides, of which the framework's defaults count.
  std::vector<Assignment> recipe_says;
  std::vector<FrameworkRule> rules;
  std::vector<std::pair<std::string, std::string>> models;  // the framework's name of a model, and its preset
  std::vector<std::pair<std::string, Names>>
      model_sizes;  // the same of models that are no presets: "model.hidden_size"
  std::vector<std::pair<std::string, std::string>> slips;  // what people write that it hasn't, and the flag they mean
  std::vector<FrameworkRecipe> recipes;
  std::vector<FrameworkRelease> releases;  // the oldest first, all before the file's own
  std::string releases_repository;         // whose releases they are

  /// By its name; in a dialect "--seq_length" is --seq-length and "model.seq-length" model.seq_length, and
  /// "--parallelism.tp" is parallelism.tp where that is a key.
  [[nodiscard]] const FlagSpec* flag(std::string_view name) const;
  /// The key of that; empty where it isn't known.
  [[nodiscard]] std::string_view key_of(std::string_view name) const;
  [[nodiscard]] bool ignores(std::string_view name) const;
  /// The first that sets a name, under its own; nullptr where none does.
  [[nodiscard]] const FlagSpec* flag_for(std::string_view key) const;
  /// The name that the form of the framework's texts has for the flag: "model.num_layers" of --num-layers in a YAML.
  [[nodiscard]] const std::string& own_name(const FlagSpec& spec) const;
  /// The flag of which this is a name: itself, or what it is another name of; empty where it isn't known.
  [[nodiscard]] std::string_view plain_name(std::string_view name) const;

  bool operator==(const LaunchFramework&) const = default;
};

/// One file of presets/frameworks, or every problem with it: unknown keys, expressions that can't be read. `known`:
/// those that a dialect may extend.
[[nodiscard]] Outcome<LaunchFramework> parse_framework(std::string_view json,
                                                       std::span<const LaunchFramework> known = {});

/// What a text mixes of releases and forks is read by whichever knows it: gives each framework, as borrowed, the flags
/// of plan and model that others of its family have in its own form, and that it neither knows nor ignores. Of two
/// that differ the first is lent.
void share_flags(std::vector<LaunchFramework>& frameworks);

/// A rule's names; of one that only says what counts in another's place, those that it asks for first.
[[nodiscard]] std::vector<std::string> keys_asked_first(const FrameworkRule& rule);

/// Whether a name is a pattern, whose * stands for anything.
[[nodiscard]] bool fits(std::string_view name, std::string_view pattern);

/// Whether a text that says `called` means the model of that name: of Hugging Face's also in a folder of one's own,
/// "/data/Llama-2-7b-hf".
[[nodiscard]] bool is_model_called(std::string_view name, std::string_view called);

/// Whose text has these flags or keys: of those that one of them tells, the one that knows most of them, of equals the
/// first, and in its place the first of its dialects that is told too, unless a release of its own borrows fewer of
/// them from the others; nullptr where none is told. A dialect in another form than what it extends has only texts in
/// that form.
[[nodiscard]] const LaunchFramework* framework_of(std::span<const std::string> flags, LaunchForm form,
                                                  std::span<const LaunchFramework> frameworks);

/// Of flags that tell nobody: the first framework in that form, no dialect, that knows one of the plan or the model.
[[nodiscard]] const LaunchFramework* framework_like(std::span<const std::string> flags, LaunchForm form,
                                                    std::span<const LaunchFramework> frameworks);

/// Where a framework's own configuration of a model stands and the function that makes it: of its name "llama3 70B",
/// {"torchtitan.models.llama3", "llama3_70b"}; without a name, {"my_models", "my_model"}.
struct ModelFunction {
  std::string module, function;
};
[[nodiscard]] ModelFunction model_function(const LaunchFramework& framework, std::string_view model);

/// By file name or alias, upper or lower case; nullptr where there is none.
[[nodiscard]] const LaunchFramework* find_framework(std::span<const LaunchFramework> frameworks, std::string_view name);

/// What a person picks from: those that are no dialects, and the dialect called `also`, which a document is in.
[[nodiscard]] std::vector<const LaunchFramework*> offered_frameworks(std::span<const LaunchFramework> frameworks,
                                                                     std::string_view also = {});

/// "megatron", "torchtitan", …: without dialects.
[[nodiscard]] std::vector<std::string> framework_names(std::span<const LaunchFramework> frameworks);

/// The same as a reader calls them: "Megatron-LM, torchtitan, …".
[[nodiscard]] std::string framework_titles(std::span<const LaunchFramework> frameworks);

}  // namespace shardscope
