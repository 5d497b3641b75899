// app/launch: scenarios from outside and back: what is dropped, pasted or opened, the check before a launch, and the
// launch's text. In: text of any kind that people have (a scenario, its code, a config.json, a framework's launch), the
// explorer. Out: a scenario with what wasn't understood, the rules that it breaks, a text to copy.
// take_in.h: text to scenario. launch_detail.h: what the view shows, computed. launch_view.h: the view.
//
// The values that the explorer holds for it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/problem.h"
#include "core/launch/export_launch.h"
#include "core/search/room.h"

namespace shardscope {

/// Where the present scenario came from, and what of that wasn't understood.
struct TakenIn {
  std::string name;               // the file, or "the clipboard"
  std::string kind;               // "a launch of Megatron-LM"
  std::string framework;          // of a launch, its preset
  std::vector<Problem> problems;  // why it was refused, where it was
  std::vector<Problem> notices;   // what was taken for granted or not understood
};

/// What the person chose in the Launch view.
struct LaunchView {
  std::string rules = "megatron";  // whose rules hold
  std::string form = "megatron";   // whose text is written
  Launcher launcher = Launcher::none;

  bool operator==(const LaunchView&) const = default;
};

/// What the view shows, made anew when scenario or choice changed.
struct LaunchDetail {
  std::uint64_t evaluation = 0;  // Explorer::evaluations when it was made
  LaunchView made_for;
  RulesReport rules;
  ExportedLaunch exported;
  std::vector<std::string> changes;   // that the picked framework wants before it starts
  std::vector<std::string> unsaid;    // what of the plan it can't express: "plan.schedule = zb-h1"
  std::uint64_t room_evaluation = 0;  // the same of `room`, which waits until the hand lets go
  std::vector<RoomChange> room;       // where the plan doesn't fit: what gives room, best first
};

}  // namespace shardscope
