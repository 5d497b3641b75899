// What a launch leaves to others: a model to its program, recipe or checkpoint, and values that stand there as "auto",
// which Hugging Face's Trainer fills in.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/setting.h"
#include "core/launch_text/launch_text.h"
#include "core/presets/presets.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Whether the text says neither the model's sizes nor its name.
[[nodiscard]] bool leaves_sizes(const FlagReading& reading);

/// Whether nothing says the model: not the text, which can't or leaves it to a checkpoint, nor a setting.
[[nodiscard]] bool lacks_model(const LaunchText& launch, const FlagReading& reading, std::span<const Setting> settings);

/// That a recipe which isn't here says what the flags don't and have to, and no setting either; nothing where all is
/// said.
[[nodiscard]] std::optional<Problem> lacks_of_recipe(const LaunchText& launch, const FlagReading& reading,
                                                     std::span<const Setting> settings);

/// That a script gives its own program degrees beside a configuration which has none such: what they are called after
/// would count as one. Nothing of those that a setting says.
[[nodiscard]] std::optional<Problem> unread_degrees(const LaunchText& launch, std::span<const Setting> settings);

/// The model that the settings make by themselves, where they make one.
[[nodiscard]] std::optional<Model> model_of_settings(std::span<const Setting> settings, const Presets& presets);

/// That the model is to be said, as a problem; of a name that the framework may have and that isn't known here, with
/// those that are.
[[nodiscard]] Problem no_model(const LaunchText& launch, const FlagReading& reading);

/// The present model, and its sequence where the text says none, as settings below the others.
void take_present(const Scenario& present, const Presets& presets, const FlagReading& reading,
                  std::vector<Setting>& settings);

/// What is taken in the place of "auto" that no setting replaces, as a notice on the flags; nothing where none stands.
[[nodiscard]] std::optional<Problem> say_automatic(const LaunchFramework& framework, const FlagReading& reading,
                                                   std::span<const Setting> settings, const Scenario& scenario);

}  // namespace shardscope
