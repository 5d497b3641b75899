// A piece of Python's code as text: where its parts end, whatever stands in quotes and brackets, and the parts of a
// call. Every part is a view into the code that was given.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// The end of a quoted text that begins at `at`, behind its last quote, ''' and """ too; the text's end where it isn't
/// closed.
[[nodiscard]] std::size_t end_of_quoted(std::string_view code, std::size_t at);

/// The first place from `at` on of one of the signs outside quotes and brackets; npos where there is none.
[[nodiscard]] std::size_t find_outside(std::string_view code, std::string_view signs, std::size_t at = 0);

/// Between the commas outside quotes and brackets, without blanks; an empty last part is none.
[[nodiscard]] std::vector<std::string_view> listed_parts(std::string_view code);

/// The targets and the value of "a = b = value", without annotations; fewer than two where it assigns nothing.
[[nodiscard]] std::vector<std::string_view> assigned_parts(std::string_view code);

struct PythonArgument {
  std::string_view name;  // empty: by its place; "*" or "**": a list or table of them
  std::string_view code;
};

struct PythonCall {
  std::string_view callee;  // "AutoBridge.from_hf_pretrained"
  std::vector<PythonArgument> arguments;
  std::string_view rest;  // what follows its parenthesis: ".to_megatron_provider()"
};

/// A call, where the code is one from its first sign on.
[[nodiscard]] std::optional<PythonCall> call_in(std::string_view code);

[[nodiscard]] bool begins_with_word(std::string_view code, std::string_view word);

/// "name" and the parameters of "def name(a, b=1) -> T:".
[[nodiscard]] std::optional<PythonCall> function_in(std::string_view code);

/// A parameter's name, of "tp: int | None" and "**kwargs: Any".
[[nodiscard]] std::string_view parameter_name(const PythonArgument& parameter);

/// "cfg" of "cfg.model.seq_length", and "Config" of "FullAC.Config".
[[nodiscard]] std::string_view first_name(std::string_view dotted);
[[nodiscard]] std::string_view last_name(std::string_view dotted);

/// Every name in the text, with its dots: what tells whose it is.
[[nodiscard]] std::vector<std::string> names_of_python(std::string_view text);

}  // namespace shardscope
