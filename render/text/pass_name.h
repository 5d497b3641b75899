// What passes and the other work of a step are called, wherever they are said.
#pragma once

#include <string_view>

#include "core/inspect/operation_table.h"
#include "core/lanes/layer_lanes.h"
#include "core/pipeline/timeline_index.h"

namespace shardscope {

/// A kind of pass. A backward that makes both gradients is "Backward".
struct PassName {
  std::string_view title;   // "Backward, input gradient"
  std::string_view traced;  // "Backward input": in a trace, whose viewers search by words
  std::string_view word;    // "input gradient": in a sentence
  std::string_view brief;   // "input grad": with little room
  std::string_view part;    // "Input gradient": where the backward is told apart from the forward by itself
};
[[nodiscard]] const PassName& name_of_pass(PassKind kind);
/// Of what an operation is run for: the pass that needs it, or its recomputation.
[[nodiscard]] PassName name_of_pass(OperationPhase phase);
[[nodiscard]] const PassName& name_of_pass(LanePass pass);

/// A kind of work in a lane's time.
struct WorkName {
  std::string_view title;   // "Weight gradient": of legends and tooltips
  std::string_view word;    // "weight gradient": in a sentence
  std::string_view beside;  // "weights": beside its lane
  std::string_view brief;   // "wgt": there, with little room
  std::string_view traced;  // "Gradient exchange, exposed": in a trace, at the step's end
  std::string_view help;    // what it is, as a sentence
};
[[nodiscard]] const WorkName& name_of_work(BarKind kind);
/// What passes are coloured by where their kind doesn't, as a sentence: the chunk of layers, or the micro-batch.
[[nodiscard]] std::string_view ramp_words(bool by_chunk);
/// What is exchanged with the replicas: "Gradients".
[[nodiscard]] std::string_view name_of_exchange(ExchangeKind kind);

}  // namespace shardscope
