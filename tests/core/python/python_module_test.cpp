#include "core/python/python_module.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/python/python_code.h"

using namespace shardscope;

namespace {

const PythonSections sections = {{"Whole", ""}, {"*Provider", "model"}, {"TrainingConfig", "train"}};

std::string said(const PythonModule& module) {
  std::string all;
  for (const PythonAssignment& each : module.assignments)
    all += each.path + "=" + words_of(each.value) + "@" + std::to_string(each.line) + " ";
  for (const PythonAssignment& each : module.bare) all += "(" + each.path + ") ";
  for (const PythonGap& each : module.gaps)
    all += "? " + each.path + ": " + each.code + (each.word.empty() ? "" : " (" + each.word + ")") + " ";
  return all;
}

std::string said_of(std::string_view text, std::string_view recipe = {}) {
  return said(read_python_module(text, sections, recipe));
}

}  // namespace

TEST_CASE("assignments below the configuration are read, whatever it is called") {
  CHECK(said_of("cfg.a.b = 8\nconfig.c = 'x'\na.d = 1e-3  # pasted\n") == "a.b=8@1 c=x@2 a.d=0.001@3 ");
  CHECK(said_of("name = 'x'\nSIZE = 3\n") == "(name) ");
  CHECK(said_of("mine = llama_config()\nmine.a.b = 1\n") == "a.b=1@2 ");
  CHECK(said_of("cfg.a = cfg.b = 1\ncfg.a = None\n") == "b=1@1 a=None@2 ");
  CHECK(said_of("cfg.n = 1_000_000\n") == "n=1000000@1 ");
}

TEST_CASE("keywords of a call that makes a part or the whole are keys below it, each with its line") {
  CHECK(said_of("cfg = Whole(\n  model=AProvider(layers=2,\n    p=m.Full.Config()),\n  q=Other(r=1), s=make())\n") ==
        "model.layers=2@2 model.p=Full@3 q.r=1@4 ? s: make() (make) ");
  CHECK(said_of("m = GPTProvider(layers=2)\nm.heads = 4\ncfg = Whole(model=m)\n") ==
        "model.layers=2@1 model.heads=4@2 ");
  CHECK(said_of("t = x.TrainingConfig(batch=2)\n") == "train.batch=2@1 ");
}

TEST_CASE("variables, constants and branches that hang on them are followed") {
  CHECK(said_of("TP: int = 4\nif TP > 2:\n  cfg.tp = TP * 2\nelse:\n  cfg.tp = 1\n") == "tp=8@3 ");
  CHECK(said_of("if unknown:\n  cfg.tp = 2\ncfg.pp = 1\n") == "pp=1@3 ? : if unknown: ");
  CHECK(said_of("if __name__ == '__main__':\n  cfg.tp = 2\n") == "tp=2@2 ");
}

TEST_CASE("the file's own functions are followed with their arguments") {
  const char* text =
      "def _mend(c, kind, pp=2):\n  c.pp = pp\n  if kind == 'a':\n    c.x = 1\n  elif kind == 'b':\n    c.x = 2\n"
      "def make():\n  cfg = common_config()\n  cfg.tp = 4\n  _mend(cfg, 'b')\n  other(cfg)\n  return cfg\n";
  const PythonModule module = read_python_module(text, sections);
  CHECK(said(module) == "tp=4@9 pp=2@2 x=2@6 ? : other(cfg) ");
  CHECK(module.taken == "make");
  CHECK(module.base == "common_config");
  CHECK(module.base_line == 8);
}

TEST_CASE("of several functions that make a configuration one is taken, by its name or the first") {
  const char* text = "def a():\n  return Whole(x=1)\ndef b():\n  cfg = a()\n  cfg.y = 2\n  return cfg\n";
  const PythonModule module = read_python_module(text, sections);
  CHECK(module.recipes == std::vector<std::string>{"a", "b"});
  CHECK(said(module) == "x=1@2 ");
  CHECK(said_of(text, "b") == "x=1@2 y=2@5 ");
  CHECK(said_of(text, "none") == "x=1@2 ");
}

TEST_CASE("a model has a name at Hugging Face, wherever it is called by it") {
  CHECK(said_of("cfg.model = Auto.from_hf_pretrained(\"org/name\", x=1).to()\n") ==
        "model.from_hf_pretrained=org/name@1 ");
  CHECK(said_of("NAME = 'a'\nb = Auto.from_hf_pretrained(NAME)\n") == "model.from_hf_pretrained=a@2 ");
}

TEST_CASE("what is no literal is listed, and what it was before isn't kept") {
  CHECK(said_of("cfg.a = 1\ncfg.a = args.a + 1\n") == "? a: args.a + 1 ");
  CHECK(said_of("cfg.m = precision('bf16')\n") == "? m: precision('bf16') (bf16) ");
  CHECK(said_of("cfg.m = compute(8)\n") == "? m: compute(8) ");
}

TEST_CASE("what changes a configuration in another way than by a plain assignment is listed") {
  CHECK(said_of("cfg.a = 2\ncfg.a *= 2\n") == "? a: cfg.a *= 2 ");
  CHECK(said_of("cfg.a, cfg.b = 1, 2\n") == "? : cfg.a, cfg.b = 1, 2 ");
  CHECK(said_of("for n in x:\n  setattr(cfg.model, n, 2)\n") == "? : for n in x: ");
  CHECK(said_of("a, b = 1, 2\nc += 1\n") == "");
}

TEST_CASE("a recipe by another name is the one that is imported, and its arguments are listed") {
  const PythonModule module =
      read_python_module("from r import (\n  big_config as make,\n)\ncfg = make(tp=2)\ncfg.x = 1\n", sections);
  CHECK(module.base == "big_config");
  CHECK(said(module) == "x=1@5 ");
  REQUIRE(module.keywords.size() == 1);
  CHECK(module.keywords[0] == PythonKeyword{"tp", Value(2), "2", 4});
  CHECK(said_of("cfg = big_config(2, **rest)\n") == "? : big_config(2, **rest) ? : big_config(2, **rest) ");
  const PythonModule other = read_python_module("cfg = a.big.pretrain_config(seq=f(2))\n", sections);
  CHECK(other.base_module == "big");
  CHECK_FALSE(other.keywords.at(0).value);
}

TEST_CASE("functions that call themselves end, and so does any text") {
  CHECK(said_of("def a():\n  cfg.x = 1\n  a()\n").starts_with("x=1@2 "));
  for (const char* text : {"cfg = Whole(((((", "def", "def f(:\n  cfg.a = 1", "cfg.a = [1, (2", "if", "if:\n  cfg.a=1",
                           ")", "cfg.a =", "cfg.a = =", "cfg = f(model=)"})
    CHECK_NOTHROW(said_of(text));
}

TEST_CASE("names are those that stand in the text") {
  const std::vector<std::string> names = names_of_python("import torch\ncfg.model.tp = f(8)\n");
  for (const char* name : {"torch", "cfg.model.tp", "f"})
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
}

TEST_CASE("a variable that is given a model is that, whatever it is called and whoever makes it") {
  const char* made = "def make(n=2):\n  cfg = GPTProvider(layers=n)\n  cfg.seq = 8\n  return cfg\n";
  const PythonModule module = read_python_module(
      std::string(made) + "def recipe(k):\n  m = make(4)\n  m.seq = 16\n  cfg = Whole(model=m)\n  cfg.x = k\n",
      sections);
  CHECK(module.taken == "recipe");
  CHECK(said(module) == "model.layers=4@2 model.seq=16@7 ? x: k ");
  CHECK(said_of(made) == "model.layers=2@2 model.seq=8@3 ");
}

TEST_CASE("where no function makes a whole configuration, one that makes its model is read") {
  const char* text = "def size(n):\n  return n\ndef make():\n  return m.GPTProvider(layers=2, heads=4)\n";
  const PythonModule module = read_python_module(text, sections);
  CHECK(said(module) == "model.layers=2@4 model.heads=4@4 ");
  CHECK(module.recipes == std::vector<std::string>{"make"});
  const char* both =
      "def model(n=2):\n  return GPTProvider(layers=n)\ndef recipe():\n  return Whole(model=model(3), "
      "train=TrainingConfig(batch=8))\n";
  CHECK(said_of(both) == "model.layers=3@2 train.batch=8@4 ");
  CHECK(read_python_module(both, sections).recipes == std::vector<std::string>{"recipe"});
}
