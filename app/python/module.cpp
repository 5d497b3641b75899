#include "app/python/module.h"

#include <exception>
#include <string>
#include <system_error>

#include "core/base/kept_memory.h"

namespace {

namespace py = pybind11;

/// What the system refuses, as a thread for a drawing.
void raise_system_error(std::exception_ptr thrown) {
  if (!thrown) return;
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const std::system_error& error) {
    const py::object type = py::module_::import("shardscope._errors").attr("ShardscopeError");
    PyErr_SetString(type.ptr(), (std::string("the system starts no thread: ") + error.what()).c_str());
  }
}

}  // namespace

PYBIND11_MODULE(_native, module) {
  shardscope::keep_freed_memory();
  py::register_exception_translator(&raise_system_error);
  module.attr("version") = SHARDSCOPE_VERSION;
  shardscope::bind_scenarios(module);
  shardscope::bind_evaluations(module);
  shardscope::bind_searches(module);
  shardscope::bind_sweeps(module);
  shardscope::bind_commands(module);
}
