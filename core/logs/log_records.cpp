#include "core/logs/log_records.h"

namespace shardscope {

void LogRecords::add(const LogRecord& record) {
  if (count_++ % stride_ != 0) return;
  if (kept_.size() == kept_max) {
    for (std::size_t i = 0; i < kept_max / 2; ++i) kept_[i] = kept_[2 * i];
    kept_.resize(kept_max / 2);
    stride_ *= 2;
    if ((count_ - 1) % stride_ != 0) return;
  }
  kept_.push_back(record);
}

}  // namespace shardscope
