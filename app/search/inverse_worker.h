// A thread that looks for the least or the most that will do (app/session/background_work.h).
#pragma once

#include <cstdint>
#include <memory>

#include "app/session/background_work.h"
#include "core/inverse/inverse_run.h"
#include "core/presets/presets.h"

namespace shardscope {

/// `rules`: what the request's framework is of, kept for as long as the search goes on.
struct InverseAsked {
  InverseRequest request;
  std::shared_ptr<const Presets> rules = {};
};

struct InverseProgress {
  std::uint64_t version = 0;  // another one wherever something changed
  InverseAnswer known;
};

class InverseWorker : public BackgroundWork<InverseAsked, InverseProgress> {
 public:
  /// On so many threads, its own included.
  explicit InverseWorker(unsigned threads);
};

}  // namespace shardscope
