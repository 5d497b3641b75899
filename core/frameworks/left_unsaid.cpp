#include "core/frameworks/left_unsaid.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/scenario/fields.h"
#include "core/scenario/parse.h"
#include "core/scenario/write.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* micro_batch_flag = "train_micro_batch_size_per_gpu";
constexpr std::int64_t trainer_micro_batch = 8;

bool is_of_model(const std::string& setting) {
  return setting.starts_with("model.") || setting.starts_with("model=");
}

/// The notice of what stands there as "auto".
Problem* notice_of_automatic(LaunchText& launch) {
  const auto found = std::find_if(launch.notices.begin(), launch.notices.end(),
                                  [](const Problem& notice) { return notice.rule == "automatic-value"; });
  return found == launch.notices.end() ? nullptr : &*found;
}

}  // namespace

bool leaves_sizes(const FlagReading& reading) {
  return value_at(reading.names, "model.preset").none() && value_at(reading.names, "model.num_hidden_layers").none() &&
         value_at(reading.names, "model.hidden_size").none();
}

bool lacks_model(const LaunchText& launch, const FlagReading& reading, std::span<const std::string> settings) {
  const LaunchFramework& framework = *launch.framework;
  const bool checkpoint = std::any_of(launch.flags.begin(), launch.flags.end(),
                                      [](const GivenFlag& given) { return given.flag == "--use-checkpoint-args"; });
  const bool leaves = !says_model(framework) || framework.form == LaunchForm::python || checkpoint;
  return leaves && launch.world.model == nullptr && std::none_of(settings.begin(), settings.end(), is_of_model) &&
         leaves_sizes(reading);
}

std::optional<Model> model_of_settings(std::span<const std::string> settings, const Presets& presets) {
  std::vector<std::string> of_model;
  std::copy_if(settings.begin(), settings.end(), std::back_inserter(of_model), is_of_model);
  if (of_model.empty() || presets.gpus.empty()) return std::nullopt;
  const Json bare = {{"shardscope", 1},
                     {"model", Json::object()},
                     {"plan", {{"sequence_length", 1}, {"micro_batch", 1}, {"global_batch", 1}}},
                     {"cluster", {{"gpu", presets.gpus.front().preset}, {"gpus", 1}}}};
  Outcome<ParsedScenario> parsed = parse_scenario(bare.dump(), presets, of_model);
  if (!succeeded(parsed)) return std::nullopt;
  return std::move(std::get<0>(parsed).scenario.model);
}

Problem no_model(const LaunchFramework& framework) {
  if (framework.form == LaunchForm::flags)
    return {Severity::error, "model",
            "--use-checkpoint-args leaves the model to a checkpoint; --set model=NAME says it (shardscope list models)",
            "required"};
  return {Severity::error, "model",
          "a configuration of " + framework.title +
              " doesn't say the model; --set model=NAME does (shardscope list models)",
          "required"};
}

void take_present(const Scenario& present, const Presets& presets, const FlagReading& reading,
                  std::vector<std::string>& settings) {
  const Json said = Json::parse(write_scenario(present, presets), nullptr, false);
  if (!said.contains("model")) return;
  std::vector<std::string> below = {"model=" + said["model"].dump(-1, ' ', false, Json::error_handler_t::replace)};
  if (value_at(reading.names, "plan.sequence_length").none())
    below.push_back("plan.sequence_length=" + std::to_string(present.plan.sequence_length));
  settings.insert(settings.begin(), below.begin(), below.end());
}

bool fill_automatic(LaunchText& launch, const FlagReading& reading) {
  const Problem* notice = notice_of_automatic(launch);
  if (notice == nullptr || notice->path.find(micro_batch_flag) == std::string::npos) return false;
  if (!value_at(reading.names, "plan.micro_batch").none()) return false;
  launch.flags.push_back({micro_batch_flag, trainer_micro_batch, 0});
  return true;
}

void say_automatic(LaunchText& launch, const Scenario& scenario) {
  Problem* notice = notice_of_automatic(launch);
  if (notice == nullptr) return;
  const std::string& names = notice->path;
  const bool filled = std::any_of(launch.flags.begin(), launch.flags.end(), [](const GivenFlag& given) {
    return given.flag == micro_batch_flag && given.line == 0 && given.value == Value(trainer_micro_batch);
  });
  std::string taken;
  const auto take = [&](const std::string& words) { taken += (taken.empty() ? "" : ", ") + words; };
  if (names.find(micro_batch_flag) != std::string::npos)
    take("a micro-batch of " + std::to_string(scenario.plan.micro_batch) +
         (filled ? " (the Trainer's own default)" : ""));
  if (names.find("_batch_size") != std::string::npos || names.find("gradient_accumulation") != std::string::npos)
    take("a global batch of " + std::to_string(scenario.plan.global_batch));
  if (names.find("16.enabled") != std::string::npos) take(std::string(json_name(scenario.plan.precision)));
  notice->message = "\"auto\" is for the program to fill in" +
                    (taken.empty() ? std::string(", so it counts as not said") : "; taken here: " + taken);
}

void leave_to_panel(std::vector<Problem>& notices) {
  constexpr std::string_view alone = "; --set ", beside = " or --set model.vocab_size=N";
  for (Problem& notice : notices) {
    std::string& words = notice.message;
    if (const std::size_t at = words.find(beside); at != std::string::npos) words.erase(at, beside.size());
    if (const std::size_t at = words.find(alone); at != std::string::npos) words.erase(at);
  }
}

}  // namespace shardscope
