#include "app/python/module.h"

#include "core/base/kept_memory.h"

PYBIND11_MODULE(_native, module) {
  shardscope::keep_freed_memory();
  module.attr("version") = SHARDSCOPE_VERSION;
  shardscope::bind_scenarios(module);
  shardscope::bind_evaluations(module);
  shardscope::bind_searches(module);
  shardscope::bind_commands(module);
}
