// The questions that people ask of a sweep most: which field, what stays meanwhile, and which figures answer.
#pragma once

#include <string_view>

#include "core/base/choice.h"
#include "core/sweep/sweep_figures.h"
#include "core/sweep/sweep_follow.h"
#include "core/sweep/sweep_values.h"

namespace shardscope {

struct SweepQuestionEntry {
  std::string_view name;   // as --question takes it
  std::string_view label;  // "Strong scaling"
  std::string_view help;   // a sentence: what it answers
  std::string_view path;   // of the field that varies
  SweepFollow follow = SweepFollow::gpus;
  double span = 4;  // of a field whose values are scaled
  SweepFigure upper = SweepFigure::step, lower = SweepFigure::mfu;
};

// clang-format off
#define SHARDSCOPE_SWEEP_QUESTION(entry) \
  entry(strong_scaling, "strong-scaling", "Strong scaling", \
        "More GPUs on the same batch: how far do they still help?", \
        "cluster.gpus", SweepFollow::batch, 4, SweepFigure::tokens, SweepFigure::mfu) \
  entry(weak_scaling, "weak-scaling", "Weak scaling", \
        "More GPUs, each with the same share of a batch that grows with them: what does size itself cost?", \
        "cluster.gpus", SweepFollow::share, 4, SweepFigure::tokens_per_gpu, SweepFigure::step) \
  entry(sequence, "sequence", "Longer sequences", \
        "Longer sequences in the same number: what do they take of memory and of speed?", \
        "plan.sequence_length", SweepFollow::gpus, 4, SweepFigure::memory, SweepFigure::tokens_per_gpu) \
  entry(network, "network", "Faster network", \
        "More bandwidth between nodes: how much shorter is a step, and what of the traffic is left to see?", \
        "cluster.scale_out_bandwidth", SweepFollow::gpus, 8, SweepFigure::step, SweepFigure::exposed) \
  entry(micro_batch, "micro-batch", "Micro-batch", \
        "Larger micro-batches: better kernels against fewer of them, and the memory that each takes.", \
        "plan.micro_batch", SweepFollow::gpus, 4, SweepFigure::mfu, SweepFigure::memory)
// clang-format on
SHARDSCOPE_TABLE(SweepQuestion, SweepQuestionEntry, SHARDSCOPE_SWEEP_QUESTION)

[[nodiscard]] inline SweptAxis axis_of(SweepQuestion question) {
  const SweepQuestionEntry& entry = entry_of(question);
  SweptAxis axis{std::string(entry.path)};
  axis.span = entry.span;
  return axis;
}

}  // namespace shardscope
