#include "core/shell/shell_programs.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

ShellWords words_of(std::initializer_list<const char*> texts) {
  ShellWords words;
  for (const char* text : texts) words.push_back({text, 1, {}});
  return words;
}

}  // namespace

TEST_CASE("an interpreter is known by its name, of any version and behind a launcher") {
  CHECK(is_interpreter(words_of({"/usr/bin/python3.10", "-c", "x"})));
  CHECK(is_interpreter(words_of({"make.py", "--out", "a.json"})));
  CHECK(is_interpreter(words_of({"perl", "-i", "x"})));
  CHECK_FALSE(is_interpreter(words_of({"torchrun", "train.py"})));
  CHECK_FALSE(is_interpreter(words_of({"uv", "run", "pytest"})));
}

TEST_CASE("what a launcher, a container or a tool of Python's starts begins with its program") {
  for (const auto& words :
       {words_of({"uv", "run", "python", "a.py"}), words_of({"srun", "-n1", "python", "a.py"}),
        words_of({"env", "A=1", "python", "a.py"}), words_of({"singularity", "exec", "x.sif", "python", "a.py"})})
    CHECK(started_by(words) == words_of({"python", "a.py"}));
  CHECK(started_by(words_of({"uv", "run", "a.py"})) == words_of({"a.py"}));
  const ShellWords launch = words_of({"srun", "torchrun", "train.py"});
  CHECK(started_by(launch) == launch);
}

TEST_CASE("a command that names a file leaves it where it reads or copies it, as far as that is known") {
  const struct {
    ShellWords words;
    bool names, leaves;
  } cases[] = {{words_of({"cat", "conf/ds.json"}), true, true},
               {words_of({"srun", "-n1", "cat", "ds.json"}), true, true},
               {words_of({"cp", "ds.json", "old.json"}), true, true},
               {words_of({"find", ".", "-name", "ds.json"}), true, true},
               {words_of({"grep", "-q", "x", "my_ds.json"}), false, true},
               {words_of({"install", "-m", "644", "a.json", "ds.json"}), true, false},
               {words_of({"wget", "-O", "ds.json", "http://x/y"}), true, false},
               {words_of({"curl", "http://x/y", "--output=ds.json"}), true, false},
               {words_of({"patch", "ds.json"}), true, false},
               {words_of({"gawk", "-i", "inplace", "1", "ds.json"}), true, false},
               {words_of({"find", ".", "-name", "ds.json", "-exec", "sed"}), true, false},
               {words_of({"mytool", "ds.json.bak"}), false, false}};
  for (const auto& each : cases) {
    CAPTURE(each.words.front().text);
    CHECK(names_file(each.words, "ds.json") == each.names);
    CHECK(leaves_file(each.words, "ds.json") == each.leaves);
  }
}

TEST_CASE("code that only reads writes no file, whatever it compares and prints") {
  for (const char* code : {
           "d = json.load(open('ds.json'))\nassert d['x'] > 0",
           "import sys; d = json.load(open('ds.json')); sys.stdout.write(str(d))",
           "d = json.load(open('ds.json')); print('stage ->', d['stage'])",
           "print(json.dumps(json.load(open('ds.json'))))",
           "import shutil\nassert shutil.which('ninja')\nc = json.load(open('ds.json'))",
           "c = json.load(open('ds.json'))\nopen('log.txt', 'w').write(str(c))",
       }) {
    CAPTURE(code);
    CHECK(files_written_by(code) == WrittenFiles{});
  }
}

TEST_CASE("code that writes leaves the files that it names open, those that it opens to write where it says so") {
  CHECK(files_written_by("json.dump(d, open('ds.json', 'w'))") == WrittenFiles{{"ds.json"}, true});
  CHECK(files_written_by("d = json.load(open('a.json'))\njson.dump(d, open('b.json', mode='w'))") ==
        WrittenFiles{{"b.json"}, true});
  CHECK(files_written_by("# don't\nOmegaConf.save(c, 'c.yaml')") == WrittenFiles{{"c.yaml"}, true});
  CHECK(files_written_by("OmegaConf.save(c, p := 'c.yaml') or x.save(p)") == WrittenFiles{{"c.yaml"}, true});
  CHECK(files_written_by("import sys\nopen(sys.argv[1], 'w').write(x)") == WrittenFiles{{}, true});
  CHECK(files_written_by("open(F,\">ds.json\"); print F \"{}\";") == WrittenFiles{{"ds.json"}, true});
  CHECK(files_written_by("open('log.txt', 'w').write(x)\nyaml.safe_dump(d, open(p, 'w'))") == WrittenFiles{{}, true});
  CHECK(files_written_by("os.replace('t.json', 'ds.json')") == WrittenFiles{{"t.json", "ds.json"}, true});
}

TEST_CASE("options whose words say so name files that are written") {
  CHECK(files_told_to_write(words_of({"python", "make.py", "--output-config", "ds.json"})) ==
        std::vector<std::string>{"ds.json"});
  CHECK(files_told_to_write(words_of({"python", "make.py", "-o", "ds.json"})).size() == 1);
  CHECK(files_told_to_write(words_of({"python", "make.py", "--output=ds.json"})).size() == 1);
  for (const char* option : {"--router-config", "--layout", "--target", "--outer"}) {
    CAPTURE(option);
    CHECK(files_told_to_write(words_of({"python", "check.py", option, "ds.json"})).empty());
  }
}
