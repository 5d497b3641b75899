// A script as its parser leaves it: lists of commands, their words as written. Nothing in it has a value yet.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/problem.h"
#include "core/expressions/expression.h"

namespace shardscope::shell_tree {

enum class PartKind {
  text,        // as it stands, or as quotes hold it; may be empty
  variable,    // $NAME, $1, $@
  braces,      // ${ … }, of a form that is followed
  arithmetic,  // $(( … )) and $(expr … )
  unknown      // what only a run knows: $( … ), ` … `, other forms of ${ … }
};

struct Word;

struct Computation {
  std::string inner;
  std::optional<Expression> expression;  // none: it can't be read
};

/// ${NAME[@]:-otherwise}, ${NAME[index]%pattern}
struct Braces {
  bool array = false, star = false;
  bool counts = false;     // ${#NAME}, ${#NAME[@]}
  bool keys = false;       // ${!NAME[@]}
  bool indirect = false;   // ${!NAME}: of the variable that NAME's value names
  bool colon = false;      // nothing set counts as not set
  char sign = '\0';        // of - = + ?, what follows the name
  std::string assumption;  // "$NAME"
  std::vector<Word> otherwise;
  std::vector<Word> index;         // of one element: one word
  std::string edit;                // of % %% # ## / // , ,, ^ ^^ :, what is done to the text
  std::vector<Word> operands;      // its pattern and replacement, or its offset and length
  std::optional<Problem> problem;  // with `otherwise`, where that is what is taken
};

struct Part {
  PartKind kind = PartKind::text;
  std::string text;     // the text; a variable's name; how an unknown is called
  int line = 0;         // where it ends
  bool quoted = false;  // stands between double quotes, however deep
  bool whole = false;   // stands between quotes of its own word: one word, and no sign of a pattern
  std::string code;     // as the script writes it
  Braces braces;
  Computation computation;
};

/// What a word's unquoted signs are.
enum class Pattern { none, glob, expression };

struct Word {
  std::vector<Part> parts;
  int line = 0;
  Pattern pattern = Pattern::none;  // within [[ ]], right of == or =~
};

/// NAME=value, NAME+=value, NAME[index]=value, NAME=( … ).
struct Assignment {
  std::string name;
  std::vector<Word> index;  // at most one
  bool appends = false, array = false;
  std::vector<Word> values;  // of a scalar one
  int line = 0;
};

struct Command;

/// A pipeline, and when it runs: always, or by how the one before it ended.
struct Step {
  enum class After { always, success, failure };
  After after = After::always;
  int line = 0;         // of && or ||
  bool turned = false;  // behind !
  std::vector<Command> pipeline;
};
using List = std::vector<Step>;

struct Simple {
  std::vector<std::variant<Word, Assignment>> items;
  bool evaluates = false;  // eval stands before it, which reads its words once more
};
struct SlurmLine {
  std::string text;  // behind #SBATCH, or what another scheduler's line says in Slurm's words
  int ended = 0;     // the line of the command before it, at the first of which sbatch stops
};
struct Group {
  List body;
  bool within = false;  // ( … ), a shell of its own
};
struct If {
  struct Clause {
    int line = 0;
    List condition, body;
  };
  std::vector<Clause> clauses;
  List otherwise;
};
struct Case {
  struct Branch {
    std::vector<Word> patterns;
    List body;
    int line = 0;
  };
  Word word;
  std::vector<Branch> branches;
};
/// NAME = expression, NAME += expression, NAME++.
struct Change {
  std::string name;
  Computation value;
};
struct For {
  std::string name;
  std::optional<std::vector<Word>> values;  // none: the arguments
  bool counts = false;                      // for (( start; condition; step ))
  std::optional<Change> start, step;        // none: it isn't there, or can't be read
  Computation condition;
  List body;
};
struct While {
  bool until = false;
  bool forever = false;  // while true
  List condition, body;
};
struct Test {
  std::vector<Word> words;  // within [[ ]]
};
struct Arithmetic {
  std::optional<Change> change;
  Computation computation;
};
struct Function {
  std::string name;
  int line = 0;               // of its body
  std::vector<Command> body;  // one
};

/// A here-document.
struct Document {
  std::string text;
  int line = 0;          // of its first
  bool literal = false;  // its end is announced in quotes: nothing in it is a variable

  bool operator==(const Document&) const = default;
};

struct Command {
  std::variant<Simple, SlurmLine, Group, If, Case, For, While, Test, Arithmetic, Function> what;
  int line = 0, end_line = 0;
  bool touches = false;                // sets a variable somewhere, or has a flag
  std::vector<std::size_t> documents;  // of the script, that it is given
  std::optional<Word> output;          // the file that what it prints goes to
  bool aside = false;                  // what it prints goes to the errors
  bool appends = false;                // to what is in that
  std::optional<Word> source;          // the file that it is given behind <
  std::optional<Word> input;           // the text that it is given behind <<<
};

struct Script {
  List commands;
  std::vector<std::optional<Document>> documents;  // none: announced and never begun
  std::optional<Problem> problem;                  // why nothing behind the last command is read
};

}  // namespace shardscope::shell_tree

namespace shardscope::limits {
inline constexpr int shell_nesting_max = 40;  // of branches, loops, groups and functions
}  // namespace shardscope::limits
