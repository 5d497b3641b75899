#include "core/launch/checkpoint_notices.h"

#include <algorithm>
#include <string>

#include "core/base/characters.h"
#include "core/fields/fields.h"
#include "core/fields/whole_parts.h"
#include "core/frameworks/flag_values.h"
#include "core/launch/import_notices.h"
#include "core/scenario/scenario.h"

namespace shardscope {

namespace {

/// With dashes as with underscores, as argparse takes both in some forks.
bool is_one_of(std::string flag, const std::vector<std::string>& names) {
  std::replace(flag.begin(), flag.end(), '_', '-');
  return std::find(names.begin(), names.end(), flag) != names.end();
}

const GivenFlag* on_among(const LaunchText& launch, const std::vector<std::string>& names) {
  const auto found = std::find_if(launch.flags.begin(), launch.flags.end(), [&](const GivenFlag& given) {
    return is_one_of(given.flag, names) && !(given.value == Value(false));
  });
  return found == launch.flags.end() ? nullptr : &*found;
}

/// "plan.tp 1, model.gated_mlp false": of these fields what neither flags nor settings say.
std::string taken(std::span<const std::string_view> paths, const LaunchText& launch, const FlagReading& reading,
                  std::span<const Setting> settings, const Scenario& scenario) {
  std::vector<std::string> words;
  for (const std::string_view path : paths) {
    const bool said = std::any_of(reading.typed.begin(), reading.typed.end(), [&](const GivenFlag& given) {
      return !given.value.none() && says(*launch.framework->flag(given.flag), path);
    });
    const bool set = find_setting(settings, path) != nullptr || find_setting(settings, whole_model) != nullptr ||
                     find_setting(settings, "model.preset") != nullptr;
    if (said || (is_of_model(path) ? set : find_setting(settings, path) != nullptr)) continue;
    const Field* field = find_field(path);
    if (field != nullptr) words.push_back(std::string(path) + " = " + text_of(*field, field->get(scenario)));
  }
  return joined(words);
}

}  // namespace

const GivenFlag* flag_of_checkpoint(const LaunchText& launch) {
  const GivenFlag* model = on_among(launch, launch.framework->model_in_checkpoint);
  return model != nullptr ? model : on_among(launch, launch.framework->degrees_in_checkpoint);
}

void say_checkpoint(std::vector<Problem>& notices, const LaunchText& launch, const FlagReading& reading,
                    std::span<const Setting> settings, const Scenario& scenario) {
  constexpr std::string_view fields[] = {"plan.tp",
                                         "plan.pp",
                                         "model.intermediate_size",
                                         "model.num_key_value_heads",
                                         "model.vocab_size",
                                         "model.gated_mlp",
                                         "model.position_embedding",
                                         "model.norm",
                                         "model.tie_word_embeddings",
                                         "model.attention_bias"};
  constexpr std::size_t degrees = 2;  // of these
  const GivenFlag* model = on_among(launch, launch.framework->model_in_checkpoint);
  const GivenFlag* plan = on_among(launch, launch.framework->degrees_in_checkpoint);
  const GivenFlag* given = model != nullptr ? model : plan;
  if (given == nullptr || !value_at(reading.names, "model.preset").none()) return;  // by its name it is known whole
  const std::span<const std::string_view> asked(fields);
  const std::string words =
      taken(model != nullptr ? asked : asked.first(degrees), launch, reading, settings, with_defaults(scenario));
  const std::string over = plan == nullptr ? "" : ", and the degrees of " + shown(plan->flag) + " go before the flags'";
  if (words.empty() && over.empty()) return;
  hint(notices, place_of(*given),
       "a checkpoint that isn't here says what the flags leave out" + over +
           (words.empty() ? "" : "; taken here: " + words));
  if (!words.empty()) notices.back().remedy = {RemedyKind::setting, "--set KEY=VALUE says another", {}, {}};
}

}  // namespace shardscope
