// Memory that an evaluation gives back stays with the program for the next one. By default large blocks go back to the
// system each time, and new ones cost a page fault for every 4 KiB: half of a simulation's time at a million passes.
#pragma once

namespace shardscope {

/// Once, at the program's start. Does nothing where the C library has no such setting.
void keep_freed_memory();

}  // namespace shardscope
