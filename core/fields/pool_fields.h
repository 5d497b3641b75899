// What a pool of a mixed cluster says in the place of a field of the cluster, which describes it: reader, writer and
// schema of pools follow from this table.
#pragma once

#include <span>
#include <string_view>

#include "core/fields/fields.h"

namespace shardscope {

struct PoolField {
  const Field* of_cluster = nullptr;  // its label, range, unit and help
  std::string_view key = {};          // "gpus_per_node", as the cluster's
  std::string_view help = {};         // where the cluster's would mislead
  bool required = false;              // else it is as the cluster has it where it is absent
  FieldValue (*get)(const Pool&) = nullptr;
  void (*set)(Pool&, const FieldValue&) = nullptr;
};

/// All but its GPU, in the order in which the JSON is written.
[[nodiscard]] std::span<const PoolField> pool_fields();

}  // namespace shardscope
