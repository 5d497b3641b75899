// A launch script of the session, read again with what it takes from outside: its environment and its arguments.
#pragma once

#include <string>

#include "app/session/session.h"

namespace shardscope {

/// The script that the window shows: the one that was just refused, else the present document's; empty where there is
/// none.
[[nodiscard]] const SharedValue<LaunchSource>& shown_source(const TakenIn& taken, const Document& document);

/// Reads it anew with a value for a variable or an argument ("1"); an empty one takes it away. What it then says is a
/// step of its own. The GPU stays where a person picked one and the script names none.
void give_from_outside(Session& session, const std::string& name, const std::string& value);

/// Reads it anew with another text of its own, or of a file that it reads, likewise.
void mend_script(Session& session, const std::string& file, const std::string& text);

/// What is wrong with a script, with the window's own fields and controls for what a command line would say.
[[nodiscard]] std::string window_words(const Problem& problem);
[[nodiscard]] std::string window_words(const std::string& message, const Remedy& remedy, Severity severity);

/// Turns from a script that was refused back to the present scenario.
void leave_refused(Session& session);

}  // namespace shardscope
