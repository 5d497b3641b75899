// The page's address: a link carries the scenario, as the program's text code after "#".
#pragma once

#include "app/explorer/state/explorer.h"

namespace shardscope {

/// Where the address stands, and what it was made of.
class Address {
 public:
  /// After a frame: an edit replaces the address, once it is no drag any more; another scenario is a step of the
  /// browser's own history, so that back leads to the one before.
  void follow(const Explorer& explorer, bool dragging);

  /// The scenario of an address that the person went to, back or by a link; what is shown already stays.
  void go_to(Explorer& explorer, const std::string& code);

 private:
  LaunchedScenario said_ = {}, baseline_ = {};
  std::string code_;
};

}  // namespace shardscope
