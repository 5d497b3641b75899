// app/python: the native half of the Python module, which the package `shardscope` beside it calls.
// In: words, JSON texts and settings from Python. Out: values of Python, or one exception that carries every problem.
// It computes nothing itself: it loads, evaluates, searches and runs commands as the command line does, and lets
// Python's other threads run meanwhile. What people call is in shardscope/, with its types and help.
#pragma once

#include <pybind11/pybind11.h>

namespace shardscope {

/// Each adds to the module what its file has.
void bind_scenarios(pybind11::module_& module);
void bind_evaluations(pybind11::module_& module);
void bind_searches(pybind11::module_& module);
void bind_sweeps(pybind11::module_& module);
void bind_commands(pybind11::module_& module);

}  // namespace shardscope
