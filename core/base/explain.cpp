#include "core/base/explain.h"

namespace shardscope {

std::string label_words(const Factor& factor) {
  const std::string label(factor.label);
  switch (factor.role) {
    case FactorRole::micro_batches:
      return "micro-batches " + label;
    case FactorRole::value_bytes:
    case FactorRole::bytes_each:
      return "bytes per " + label;
    case FactorRole::bytes_alone:
      return "bytes";
    case FactorRole::count:
    case FactorRole::share:
      return label;
  }
  return label;
}

}  // namespace shardscope
