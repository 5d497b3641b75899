#include "app/python/json_objects.h"

#include <nlohmann/json.hpp>
#include <string>

namespace shardscope {

namespace {

namespace py = pybind11;
using Json = nlohmann::ordered_json;

py::object text_of_python(const std::string& text) {
  PyObject* made = PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

py::object list_of_python(const Json& json) {
  py::list list(json.size());
  std::size_t place = 0;
  for (const Json& entry : json) list[place++] = to_python(entry);
  return list;
}

py::object dict_of_python(const Json& json) {
  py::dict dict;
  for (const auto& [key, value] : json.items()) dict[text_of_python(key)] = to_python(value);
  return dict;
}

}  // namespace

py::object to_python(const Json& json) {
  switch (json.type()) {
    case Json::value_t::boolean:
      return py::bool_(json.get<bool>());
    case Json::value_t::number_integer:
      return py::int_(json.get<std::int64_t>());
    case Json::value_t::number_unsigned:
      return py::int_(json.get<std::uint64_t>());
    case Json::value_t::number_float:
      return py::float_(json.get<double>());
    case Json::value_t::string:
      return text_of_python(json.get_ref<const std::string&>());
    case Json::value_t::array:
      return list_of_python(json);
    case Json::value_t::object:
      return dict_of_python(json);
    case Json::value_t::null:
    case Json::value_t::binary:
    case Json::value_t::discarded:
      return py::none();
  }
  return py::none();
}

}  // namespace shardscope
