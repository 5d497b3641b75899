#include "core/launch/known_gpu.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/base/trimmed.h"
#include "core/fields/whole_parts.h"
#include "core/launch/import_notices.h"
#include "core/scenario/gpu_family.h"
#include "core/scenario/scenario.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

/// Of GPUs whose names begin alike: more memory, of equals the plainer name.
bool has_more(const Gpu& a, const Gpu& b) {
  return a.capacity_bytes() > b.capacity_bytes() ||
         (a.capacity_bytes() == b.capacity_bytes() && a.preset.size() < b.preset.size());
}

/// The GPU that Slurm's word for it means: by its name; or "mi250", "v100-32g", of those whose names begin so the one
/// with most memory, of equals the plainest.
const Gpu* gpu_of_word(const std::string& word, const Presets& presets) {
  if (word.size() < 2) return nullptr;
  if (const Gpu* gpu = presets.gpu(word)) return gpu;
  const Gpu* best = nullptr;
  for (const Gpu& each : presets.gpus) {
    if (!each.preset.starts_with(word) && !word.starts_with(each.preset)) continue;
    if (best == nullptr || has_more(each, *best)) best = &each;
  }
  return best;
}

/// Of several words, "a100&80gb" or "h100|h200", the first that is one; "nvidia_a100_80gb" by its own part.
const Gpu* gpu_called(const std::string& said, const Presets& presets) {
  std::string words = lower(said);
  std::replace(words.begin(), words.end(), '_', '-');
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find_first_of("&|,*[]()\"'", begin), words.size());
    std::string word = words.substr(begin, end - begin);
    for (const std::string_view maker : {"nvidia-", "amd-", "gpu-"})
      if (word.starts_with(maker)) word.erase(0, maker.size());
    if (const Gpu* gpu = gpu_of_word(word, presets)) return gpu;
    begin = end + 1;
  }
  return nullptr;
}

}  // namespace

void know_gpu(LaunchText& launch, std::vector<Setting>& settings, const Presets& presets) {
  const Gpu* gpu = gpu_called(launch.gpu.words, presets);
  const std::string says = (launch.gpu.by.empty() ? "the scheduler's lines say " : shown(launch.gpu.by) + " says ") +
                           shown(launch.gpu.words);
  if (gpu == nullptr && launch.gpu.is_gpu)
    hint(launch.notices, whole_gpu, says + ", which isn't known here", {}, rule_name::gpu_by_word);
  if (gpu == nullptr) return void(launch.gpu = {});
  if (gpu->preset != launch.gpu.words)
    hint(launch.notices, whole_gpu, says + "; " + gpu->preset + " is taken", another_gpu(), rule_name::gpu_by_word);
  settings.insert(settings.begin(), Setting("cluster.gpu", "\"" + gpu->preset + "\""));
}

namespace {

struct MakersSoftware {
  std::string_view title;
  std::array<std::string_view, 10> words;  // or what they begin with, where that ends in _
  GpuMaker maker;
  std::string_view gpu;          // that is taken; empty: none of the maker's is known
  std::string_view beside = {};  // what else a person should know of that
};

// ROCm's documentation "Environment variables"; Gaudi's "Runtime environment variables"; Ascend's "HCCL"; AWS Neuron's
// "Runtime configuration" and the configurations of its NeMo; NPUS_PER_NODE is in MindSpeed-LLM's scripts.
constexpr MakersSoftware all_software[] = {
    {"AMD's ROCm",
     {"HSA_", "HIP_", "ROCR_", "RCCL_", "MIOPEN_", "ROCM_", "PYTORCH_ROCM_", "rocm", "rccl", "amdgpu"},
     GpuMaker::amd,
     "mi300x"},
    {"Intel's Gaudi", {"HABANA_", "HABANALABS_", "PT_HPU_", "HL_", "habana_", "hpu"}, GpuMaker::intel, "gaudi-2"},
    {"Huawei's Ascend",
     {"ASCEND_", "HCCL_CONNECT_TIMEOUT", "HCCL_EXEC_TIMEOUT", "torch_npu", "NPUS_PER_NODE"},
     GpuMaker::huawei,
     ""},
    {"AWS's Neuron",
     {"NEURON_", "neuron_", "neuronx_", "wrap_with_zero", "zero_use_master_weight"},
     GpuMaker::aws,
     "trainium-2",
     "; Neuron itself has a rank on each of a chip's cores"}};

struct Clue {
  std::string word;
  int line = 0;
  const Gpu* gpu = nullptr;                  // that the word names
  const MakersSoftware* software = nullptr;  // that the word is of
  std::string file = {};                     // another than the launch itself
  bool comment = false;                      // it stands in one
};

template <class IsPart>
std::vector<std::string_view> runs_of(std::string_view text, IsPart is_part) {
  std::vector<std::string_view> runs;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_part(text[end])) ++end;
    if (end > begin) runs.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return runs;
}

/// What is between signs: "RCCL_MSCCL_ENABLE", "MI300X".
std::vector<std::string_view> words_in(std::string_view line) {
  return runs_of(line, is_name);
}

/// "llama3" and "mi300x" of "llama3_mi300x".
std::vector<std::string_view> parts_of(std::string_view word) {
  return runs_of(word, is_letter_or_digit);
}

bool is_of(std::string_view word, const MakersSoftware& software) {
  return std::any_of(software.words.begin(), software.words.end(), [&](std::string_view each) {
    return !each.empty() && (each.ends_with('_') ? word.starts_with(each) : word == each);
  });
}

std::string without_dashes(std::string name) {
  std::erase(name, '-');
  return name;
}

/// "mi250" and "MI250X" mean mi250x; a word without a number and one that is short mean none.
const Gpu* gpu_named(std::string_view word, const Presets& presets) {
  constexpr std::size_t letters_min = 4;
  const std::string name = lower(word);
  if (name.size() < letters_min || std::none_of(name.begin(), name.end(), is_digit)) return nullptr;
  if (const Gpu* gpu = presets.gpu(name)) return gpu;
  const Gpu* best = nullptr;
  for (const Gpu& gpu : presets.gpus) {
    const std::string preset = without_dashes(gpu.preset);
    if (!preset.starts_with(name) && !(name.starts_with(preset) && name.size() == preset.size() + 1)) continue;
    if (best == nullptr || has_more(gpu, *best)) best = &gpu;
  }
  return best;
}

/// GPUs that scripts speak of and that no preset has.
bool is_gpu_without_preset(std::string_view word) {
  constexpr std::string_view names[] = {"a800", "a6000", "a5000", "a4000", "p100", "rtx3090", "rtx6000"};
  return std::find(std::begin(names), std::end(names), lower(word)) != std::end(names);
}

/// Names of GPUs wherever they stand; software where it is no comment.
void add_clues(std::vector<Clue>& clues, std::string_view text, const std::string& file, const Presets& presets) {
  int number = 0;
  for (const std::string_view whole : lines_of(text)) {
    ++number;
    const std::string_view line = trimmed(whole);
    for (const std::string_view word : words_in(line)) {
      for (const std::string_view part : parts_of(word))
        if (const Gpu* gpu = gpu_named(part, presets); gpu != nullptr || is_gpu_without_preset(part))
          clues.push_back({std::string(part), number, gpu, nullptr, file, line.starts_with('#')});
      if (line.starts_with('#')) continue;
      for (const MakersSoftware& software : all_software)
        if (is_of(word, software)) clues.push_back({std::string(word), number, nullptr, &software, file});
    }
  }
}

/// The first clue, where all of that kind mean the same.
template <class Meaning>
std::optional<Clue> agreed(const std::vector<Clue>& clues, Meaning meaning) {
  std::optional<Clue> first;
  for (const Clue& clue : clues) {
    if (meaning(clue) == nullptr) continue;
    if (first && meaning(*first) != meaning(clue)) return std::nullopt;
    if (!first) first = clue;
  }
  return first;
}

/// Whether it names a GPU of none of these makers.
bool names_another(const Clue& clue) {
  return clue.gpu != nullptr && std::none_of(std::begin(all_software), std::end(all_software), [&](const auto& each) {
           return facts_of(clue.gpu->family).maker == each.maker;
         });
}

/// Of a text that names NVIDIA's GPUs the one that is named outside comments, where all that it names are that one, and
/// nothing in it is another maker's: NODE_TYPE=a100.
std::optional<Clue> nvidias(const std::vector<Clue>& clues) {
  std::optional<Clue> found;
  for (const Clue& clue : clues) {
    if (clue.software != nullptr || !names_another(clue)) return std::nullopt;
    if (found && found->gpu != clue.gpu) return std::nullopt;
    if (!found || (found->comment && !clue.comment)) found = clue;
  }
  return found && !found->comment ? found : std::nullopt;
}

}  // namespace

namespace {

std::string place_of_clue(const Clue& clue) {
  return shown(clue.word) + " (" + (clue.file.empty() ? "" : shown(clue.file) + ", ") + "line " +
         std::to_string(clue.line) + ")";
}

void take_nvidias(LaunchText& launch, std::vector<Setting>& settings, const std::optional<Clue>& clue) {
  if (!clue) return;
  launch.gpu.words = clue->word;
  launch.gpu.guessed = true;
  hint(launch.notices, whole_gpu,
       "no option says which GPU; the text speaks of " + place_of_clue(*clue) + "; " + clue->gpu->preset + " is taken",
       another_gpu());
  settings.insert(settings.begin(), Setting("cluster.gpu", "\"" + clue->gpu->preset + "\""));
}

}  // namespace

void take_gpu_clues(LaunchText& launch, std::vector<Setting>& settings, std::string_view text, const Presets& presets,
                    const ShellOutside& outside) {
  const bool said = find_setting(settings, "cluster") != nullptr || find_setting(settings, whole_gpu) != nullptr ||
                    !launch.gpu.words.empty();
  if (said) return;
  std::vector<Clue> clues;
  add_clues(clues, text, {}, presets);
  for (const std::string& name : launch.files)
    if (const auto file = outside.files.find(name); file != outside.files.end())
      add_clues(clues, file->second, name, presets);
  const bool software =
      std::any_of(clues.begin(), clues.end(), [](const Clue& clue) { return clue.software != nullptr; });
  std::erase_if(clues, [&](const Clue& clue) { return software && clue.comment && names_another(clue); });
  if (std::any_of(clues.begin(), clues.end(), names_another)) return take_nvidias(launch, settings, nvidias(clues));
  const auto named = agreed(clues, [](const Clue& clue) { return clue.gpu; });
  const auto used = agreed(clues, [](const Clue& clue) { return clue.software; });
  if (clues.empty()) return;
  const bool without_preset = clues.front().gpu == nullptr && clues.front().software == nullptr;
  if (!named && !used && !without_preset) return;
  const Clue& clue = named ? *named : used ? *used : clues.front();
  const Gpu* softwares = used ? presets.gpu(std::string(used->software->gpu)) : nullptr;
  const Gpu* gpu = named ? named->gpu : softwares;
  const std::string where = place_of_clue(clue);
  const std::string why = !used || named ? "no option says which GPU; the text speaks of " + where
                                         : "the launch doesn't say which GPU, and " + where + " is of " +
                                               std::string(used->software->title);
  launch.gpu.words = clue.word;
  launch.gpu.guessed = gpu != nullptr;
  hint(launch.notices, whole_gpu,
       gpu != nullptr
           ? why + "; " + gpu->preset + " is taken" + std::string(gpu == softwares ? used->software->beside : "")
           : why + (used ? ", none of which is known here; " : ", which isn't known here; ") +
                 std::string(assumed_gpu) + " stands in its place",
       another_gpu());
  if (gpu != nullptr) settings.insert(settings.begin(), Setting("cluster.gpu", "\"" + gpu->preset + "\""));
}

bool drops_guess(LaunchText& launch, std::vector<Setting>& settings, const Scenario& scenario) {
  if (!launch.gpu.guessed) return false;
  const std::vector<Problem> problems = validate(with_defaults(scenario));
  const auto refused = std::find_if(problems.begin(), problems.end(), [](const Problem& problem) {
    return problem.severity == Severity::error && problem.path == "plan.precision";
  });
  if (refused == problems.end()) return false;
  std::erase(settings, Setting("cluster.gpu", "\"" + scenario.cluster.gpu.preset + "\""));
  constexpr std::string_view taken = " is taken";
  for (Problem& notice : launch.notices)
    if (const std::size_t at = notice.message.rfind(taken); notice.path == whole_gpu && at != std::string::npos)
      notice.message.replace(
          at, std::string::npos,
          " would do, but " + refused->message + "; " + std::string(assumed_gpu) + " stands in its place");
  return true;
}

}  // namespace shardscope
