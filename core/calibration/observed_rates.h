// What microbenchmarks measured, as what a calibration is made of: nccl-tests' output and a table of matrix products.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/calibration/calibrate.h"

namespace shardscope {

/// Whether a text is nccl-tests' output, by the columns that it prints.
[[nodiscard]] bool is_nccl_output(std::string_view text);
/// Whether its first line names the columns m, n and k, separated by commas.
[[nodiscard]] bool is_product_table(std::string_view text);

/// The largest message of each collective that the output or the file's name names (all_reduce_perf, …), between as
/// many GPUs and nodes as its list of ranks has, on the scenario's GPU and network. From 32 MiB on the link's rate is
/// most of the time.
[[nodiscard]] Outcome<std::vector<Observation>> observed_collectives(const std::string& name, std::string_view output,
                                                                     const Scenario& scenario);

/// A row a product: m, n, k, its time as tflops, seconds, ms or us, and its dtype where a column says it (bf16, fp16,
/// fp8; else bf16).
[[nodiscard]] Outcome<std::vector<Observation>> observed_products(const std::string& name, std::string_view table,
                                                                  const Scenario& scenario);

}  // namespace shardscope
