#include "app/files/public_runs.h"

#include "app/files/files.h"
#include "app/files/paths.h"
#include "core/base/limits.h"
#include "core/measured/read_runs.h"

namespace shardscope {

std::string public_runs_file() {
  return (data_directory() / "presets" / "measured" / "public_runs.json").string();
}

Outcome<std::vector<MeasuredRun>> load_public_runs(const Presets& presets) {
  const Outcome<std::string> text = read_text_file(public_runs_file(), limits::scenario_file_bytes_max);
  if (!succeeded(text)) return problems_of(text);
  return read_runs(value_of(text), presets);
}

std::vector<EvidenceRun> public_evidence(const Presets& presets) {
  const Outcome<std::vector<MeasuredRun>> runs = load_public_runs(presets);
  return succeeded(runs) ? evidence_of(value_of(runs)) : std::vector<EvidenceRun>{};
}

std::optional<CrossValidation> load_cross_validation() {
  const std::string file = (data_directory() / "presets" / "measured" / "cross_validation.json").string();
  const Outcome<std::string> text = read_text_file(file, limits::scenario_file_bytes_max);
  if (!succeeded(text)) return std::nullopt;
  Outcome<CrossValidation> read = read_cross_validation(value_of(text));
  return succeeded(read) ? std::optional(std::move(std::get<0>(read))) : std::nullopt;
}

}  // namespace shardscope
