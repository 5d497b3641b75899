# The Python that the module is for: -DPython3_EXECUTABLE=, else the system's own, whose headers python3-dev has; others
# that stand before it in PATH often have none.
if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
  set(Python3_EXECUTABLE /usr/bin/python3)
endif()
find_package(Python3 3.9 COMPONENTS Interpreter Development.Module)
find_package(pybind11 2.10 CONFIG QUIET)
if(NOT Python3_Development.Module_FOUND OR NOT pybind11_FOUND)
  message(FATAL_ERROR "The Python module needs the headers of Python and pybind11 (Debian: python3-dev, pybind11-dev)")
endif()
