// What an import says beside its scenario: what it took for granted, and which of two sayings it went by.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/rule_names.h"
#include "core/base/setting.h"
#include "core/launch_text/launch_text.h"
#include "core/scenario/catalogue.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Of a field that is taken for granted, and what says another; of a place in the text.
void hint(std::vector<Problem>& notices, std::string_view path, std::string message, Remedy remedy = {},
          std::string_view rule = rule_name::taken_for_granted);
void hint(std::vector<Problem>& notices, TextPlace place, std::string message);

/// Of a GPU that is taken.
[[nodiscard]] inline Remedy another_gpu() {
  return {RemedyKind::setting, "--set cluster.gpu=NAME says another", {}, {}};
}

/// Whether the import took a GPU for granted, or made one of a word.
[[nodiscard]] bool takes_gpu_for_granted(std::span<const Problem> notices);

/// That a program called after a family of gated layers with rotary positions is given flags that make neither: it may
/// have them by itself.
void say_family(std::vector<Problem>& notices, const LaunchText& launch, const FlagReading& reading);

/// That the program is called after another training than next-word prediction (dpo_training.py), whose other models
/// and loss aren't counted.
void say_other_training(std::vector<Problem>& notices, const LaunchText& launch);

/// What changes the model or the plan and isn't counted goes before all else that is only said.
void put_first_what_matters(std::vector<Problem>& notices);

/// What neither text nor command line says, in words. `of_doublings`: of the GPUs that are taken, how many hold it.
void say_assumptions(std::vector<Problem>& notices, const LaunchText& launch, const FlagReading& reading,
                     std::span<const Setting> settings, const Scenario& scenario, std::string_view of_doublings = {});

/// Iterations or samples that a flag says go before the tokens of the text's own comment, unless those are the same to
/// the step: a hand at the flag is what trains.
void flag_before_comment(LaunchText& launch, const FlagReading& reading, std::vector<Setting>& settings);

/// A comment's name of one scale per tensor stands for flags that say it by another name; flags of another recipe in
/// few bits go before it.
void recipe_before_comment(LaunchText& launch, const FlagReading& reading, std::vector<Setting>& settings);

/// Flags of the plan that are idle (idle_flags.h), in one line; numbers alone by that name.
void say_idle(std::vector<Problem>& notices, std::span<const GivenFlag> flags);

/// For few lines: where several branches and loops hang on what isn't given, they are one line behind all else, which
/// names every variable that they hang on.
[[nodiscard]] std::vector<Problem> with_branches_folded(std::vector<Problem> notices);

/// Problems with what is missing, each with the way to say it here, of what the text gives by code that way; where
/// scripts are wanted that aren't here, those first.
[[nodiscard]] std::vector<Problem> with_ways_to_say(std::vector<Problem> problems, const LaunchText& launch);

/// Problems of one launch among several, the first of which says which of them it is.
[[nodiscard]] std::vector<Problem> of_which_launch(std::vector<Problem> problems, const LaunchText& launch);

/// A part of the optimizer on the host, where a plan knows all of it or none.
void say_partial_offload(LaunchText& launch, const FlagReading& reading);

}  // namespace shardscope
