// SCENARIO of the command line: where the words lead, as a value or the problems with it.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "app/files/launch_files.h"
#include "core/base/problem.h"
#include "core/base/setting.h"
#include "core/presets/presets.h"
#include "core/report/report.h"
#include "core/scenario_json/parse.h"
#include "core/shell/shell.h"

namespace shardscope {

/// The whole stream, or a problem where it is longer than limits::scenario_file_bytes_max; never holds more than that.
[[nodiscard]] Outcome<std::string> read_bounded(std::istream& stream);

/// The file's text, or that of `input` where it is "-"; within the same limit.
[[nodiscard]] Outcome<std::string> read_file_or_input(const std::string& file, std::istream& input);

/// What a text is that stands where a scenario is wanted, whoever gave it.
enum class TextKind {
  empty,
  code,
  preset,  // its name
  launch,
  model,     // a config.json
  scenario,  // or other JSON, whose problems its parser says
  other
};

/// `name` is the file's, or what else it is called; its ending helps to tell.
[[nodiscard]] TextKind kind_of(std::string_view text, const std::string& name, const Presets& presets);

/// Whether `source` means a file: not stdin, and no preset, or with a slash.
[[nodiscard]] bool names_file(const std::string& source, const Presets& presets);

/// A source with all that is read for it, as it was then.
struct ReadSource {
  std::string source;  // as SCENARIO
  std::string text;    // of a file or of stdin; empty of a preset's name and of a code
  TextKind kind = TextKind::other;
  ShellOutside outside;  // of a launch, with the files beside it

  bool operator==(const ReadSource&) const = default;
};

/// Nothing of it is understood yet.
[[nodiscard]] Outcome<ReadSource> read_source(const std::string& source, const Presets& presets, std::istream& input,
                                              const ShellOutside& outside = {});

/// The same with what else a command line gives to a launch script. Of a source that was read before it is that, with
/// what is given more on top.
[[nodiscard]] Outcome<ReadSource> read_source(const std::string& source, const LaunchInputs& inputs,
                                              const Presets& presets, std::istream& input);

/// The scenario of it; see load_scenario().
[[nodiscard]] Outcome<ParsedScenario> load_read(const ReadSource& read, std::span<const Setting> settings,
                                                const Presets& presets);

/// load_read() with further settings on top each time, of a source that is read once: stdin can't be read again. The
/// presets outlive it.
[[nodiscard]] std::function<Outcome<ParsedScenario>(std::span<const Setting>)> loads_read(ReadSource read,
                                                                                          std::vector<Setting> settings,
                                                                                          const Presets& presets);

/// `source` is a preset's name, a file, a code (core/scenario_json/short_code.h), or "-" for `input`.
/// `settings` are applied on top. Problems say nothing of the source: line_of(problem, source) puts it before them.
/// `outside`: what is given to a launch script, which reads what lies beside it too.
[[nodiscard]] Outcome<ParsedScenario> load_scenario(const std::string& source, std::span<const Setting> settings,
                                                    const Presets& presets, std::istream& input,
                                                    const ShellOutside& outside = {});

/// The same of SCENARIO with what else a command line gives to a launch script.
[[nodiscard]] Outcome<ParsedScenario> load_scenario(const std::string& source, const LaunchInputs& inputs,
                                                    std::span<const Setting> settings, const Presets& presets,
                                                    std::istream& input);

/// The same of a launch's text, whose file is `source`.
[[nodiscard]] Outcome<ParsedScenario> load_launch(const std::string& text, const std::string& source,
                                                  std::span<const Setting> settings, const Presets& presets,
                                                  const ShellOutside& outside);

/// That something is given which only a launch script takes.
[[nodiscard]] Problem no_launch_script();

/// What the launch's own framework refuses of it or warns of, each at its flag, with the place in the framework's
/// source; none of a scenario that no launch says.
[[nodiscard]] std::vector<Problem> own_rule_problems(const ParsedScenario& loaded, const Presets& presets);

/// Of a scenario that the program comes with: what a report has.
[[nodiscard]] Report example_report(const Presets& presets);

/// The person's own presets on top; what is wrong with their files, one problem a file.
[[nodiscard]] std::vector<Problem> add_own_presets(Presets& presets);

/// Presets of the program's data directory; none at all is a problem too.
[[nodiscard]] Outcome<Presets> load_program_presets();

}  // namespace shardscope
