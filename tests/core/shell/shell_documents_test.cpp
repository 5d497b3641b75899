#include "tests/core/shell/shell_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The last command with a flag, each word behind a blank.
std::string launched(std::string_view text) {
  const ShellScript script = read_shell(text);
  std::string words;
  for (const ShellWords& command : script.commands)
    if (command.front().text == "train") {
      words.clear();
      for (const ShellWord& word : command) words += word.text + " ";
    }
  return words;
}

}  // namespace

TEST_CASE("read -d '' takes a here-document whole, and a read of a line stays unknown") {
  CHECK(launched("read -r -d '' ARGS <<EOF\n--tp 4\n--pp 2\nEOF\ntrain $ARGS") == "train --tp 4 --pp 2 ");
  const ShellScript line = read_shell("read -r ARGS <<EOF\n--tp 4\n--pp 2\nEOF\ntrain $ARGS");
  REQUIRE(line.commands.size() == 1);
  CHECK(line.commands[0].back().unknown == "$(read)");
}

TEST_CASE("$(cat <<EOF) is its text, with the variables of the script, and as it stands where its end is quoted") {
  CHECK(launched("TP=4\nA=$(cat <<- EOF\n--tp $TP\nEOF\n)\ntrain $A") == "train --tp 4 ");
  CHECK(launched("TP=4\nA=$(cat <<'EOF'\n--tp $TP\nEOF\n)\ntrain $A") == "train --tp $TP ");
  CHECK(launched("A=$(cat <<EOF | tr a b\n--tp 4a\nEOF\n)\ntrain $A") == "train --tp 4b ");
  CHECK(launched("A=$(tr a b <<< '--tp 4a' | tr 4 8)\ntrain $A") == "train --tp 8b ");
  CHECK(launched("IFS=$'\\n' read -r -d '' -a A <<'EOF'\n--tp\n4 8\nEOF\ntrain \"${A[1]}\" ${#A[@]}") ==
        "train 4 8 2 ");
}

TEST_CASE("a script that the script writes is read where torchrun starts it on every rank") {
  const char* text =
      "A=$(cat <<EOF\ntrain --tp 4 --rank \\$RANK\nEOF\n)\necho \"$A\" > work.sh\n"
      "torchrun --nnodes 2 --nproc_per_node 8 --no-python bash work.sh";
  CHECK(launched(text).starts_with("train --tp 4"));
  const ShellScript script = read_shell(text);
  CHECK(script.wanted.empty());
}

TEST_CASE("read takes the words of the text behind <<<, parted as IFS says") {
  CHECK(launched("C=8,4,2\nIFS=',' read -r TP PP CP <<< \"$C\"\ntrain $TP $PP $CP") == "train 8 4 2 ");
  CHECK(launched("read A B <<< \"1  2 3 \"\ntrain $A $B") == "train 1 2 3 ");
  CHECK(launched("IFS=:\nread A B C <<< \"1::3\"\ntrain x$B y$C") == "train x y3 ");
  CHECK(launched("IFS=, read -ra ALL <<< 4,8,16\ntrain ${ALL[2]} ${#ALL[@]}") == "train 16 3 ");
  CHECK(launched("IFS=',' read -r A B <<< 4\ntrain $A x$B") == "train 4 x ");
  CHECK(launched("for c in 1,2 3,4; do IFS=, read -r A B <<< $c; done\ntrain $A $B") == "train 3 4 ");
}

TEST_CASE("what read takes of a text that isn't known stays open, each name of it") {
  const ShellScript script = read_shell("IFS=, read -r TP PP <<< \"$CONFIG\"\ntrain $TP $PP");
  REQUIRE(script.commands.size() >= 1);
  CHECK(bracketed(script.commands.back()) == "[train][?$CONFIG][?$CONFIG]");
}

TEST_CASE("what has no value in an element of a line stays in its place") {
  const std::string words = last("ips=$(hostname -I)\nread -ra all <<< $ips\nA=${all[0]}\nrun \"--env A=$A --tp 8\"");
  CHECK(words == "[run][--env A= --tp 8?$(…)]");
  const ShellScript script = read_shell("ips=$(hostname -I)\nread -ra all <<< $ips\nrun \"--env A=${all[0]} --tp 8\"");
  CHECK(bracketed(split_words(script.commands.back()[1])) == "[--env][A=?$(…)][--tp][8]");
}

TEST_CASE("a script whose name is open runs where it is the one made before") {
  const char* text =
      "cat > $ROOT/job$NAME.sbatch <<EOF\n#SBATCH --nodes=4\nrun --tp 8\nEOF\nsbatch $ROOT/job$NAME.sbatch";
  CHECK(last(text) == "[run][--tp][8]");
  CHECK(read_shell(text).slurm.size() == 1);
}

namespace {

/// The last file that the script makes: its name, what in it has no value, and its text; "of" a template that isn't
/// here, with what is put into it.
std::string made(std::string_view text, const ShellOutside& outside = {}) {
  const ShellScript script = read_shell(text, outside);
  if (script.documents.empty()) return {};
  const ShellDocument& last = script.documents.back();
  std::string all = last.file + (last.unknown.empty() ? "" : "?" + last.unknown) + ": " + last.text;
  if (last.elsewhere) all += "of " + last.base;
  for (const auto& [word, by] : last.replaced) all += " " + word + "=" + by;
  return all;
}

const ShellOutside with_template = {{}, {}, {{"t.json", "{\"stage\": STAGE, \"b\": GBS}\n"}}};

}  // namespace

TEST_CASE("a file that sed makes of another is that text with what is put into it") {
  const std::string both = "ds.json: {\"stage\": 2, \"b\": 64}\n";
  CHECK(made("Z=2\nsed \"s/STAGE/$Z/\" conf/t.json | sed 's/GBS/64/' > ds.json", with_template) == both);
  CHECK(made("sed -e s/STAGE/2/ -e s/GBS/64/ < t.json | tee ds.json", with_template) == both);
  CHECK(made("cat t.json | sed 's/STAGE/2/;s/GBS/64/' > ds.json", with_template) == both);
  CHECK(made("cp t.json ds.json\nsed -i s/STAGE/2/ ds.json\nsed -i.old s/GBS/64/ ds.json", with_template) == both);
  CHECK(made("sed -i 's/STAGE/2/;s/GBS/64/' t.json", with_template) == "t" + both.substr(2));
  CHECK(made("cat <<EOF | sed s/STAGE/2/ > ds.json\nSTAGE\nEOF") == "ds.json: 2\n");
}

TEST_CASE("what has no value stands in the made file as the script writes it") {
  CHECK(made("sed \"s/STAGE/$Z/;s/GBS/64/\" t.json > ds.json", with_template) ==
        "ds.json?$Z: {\"stage\": $Z, \"b\": 64}\n");
}

TEST_CASE("of a template that isn't here what is put into it is known") {
  CHECK(made("Z=2\nsed \"s/STAGE/$Z/\" conf/t.json | sed \"s/GBS/$B/\" > ds.json") ==
        "ds.json: of conf/t.json STAGE=2");
  CHECK(made("cp t.json ds.json\nsed -i 's/@STAGE@/3/' ds.json") == "ds.json: of t.json STAGE=3");
  CHECK(made("sed -i s/STAGE/2/ ds.json\nsed -i s/GBS/8/ ds.json") == "ds.json: of ds.json STAGE=2 GBS=8");
}

TEST_CASE("envsubst puts in what is exported, and printf and >> make files too") {
  const ShellOutside outside{{}, {}, {{"t.yaml", "tp: ${TP}\npp: $PP\ncp: $CP\n"}}};
  CHECK(made("export TP=8\nPP=2\nenvsubst < t.yaml > c.yaml", outside) == "c.yaml?$CP: tp: 8\npp: \ncp: $CP\n");
  CHECK(made("printf 'tp: %d\\n' 8 > c.yaml\necho pp: 2 >> c.yaml") == "c.yaml: tp: 8\npp: 2\n");
  CHECK(made("echo 'tp: 8' > c.yaml\necho -e 'pp: 2\\ncp: 1' >> c.yaml\necho -n x >> c.yaml") ==
        "c.yaml: tp: 8\npp: 2\ncp: 1\nx");
  CHECK(made("for i in {1..20}; do cat f >> f; echo " + std::string(1'000, 'x') + " >> f; done").size() <
        limits::shell_document_bytes_max + 10);
}

TEST_CASE("of a file that another command makes nothing is known") {
  CHECK(made("python make.py > ds.json") == "ds.json: of ds.json");
  CHECK(made("sed s/A/1/ t.json | sort > ds.json", with_template) == "ds.json: of ds.json");
  CHECK(made("A=$(sed s/A/1/ t.json > ds.json)", with_template).empty());
}

TEST_CASE("a change of a made file that isn't followed leaves nothing known of it") {
  const std::string begin = "cat > ds.json <<EOF\n{\"stage\": 1}\nEOF\n";
  CHECK(made(begin + "sed -ri 's/1/3/' ds.json") == "ds.json: {\"stage\": 3}\n");
  CHECK(made(begin + "sed -i ds.json -e 's/1/3/'") == "ds.json: {\"stage\": 3}\n");
  for (const char* change : {"sed -i '/stage/{s/1/3/}' ds.json", "perl -pi -e 's/1/3/' ds.json",
                             "sed -zi 's/1/3/' ds.json", "python fix.py < new.json > ds.json"})
    CHECK_MESSAGE(made(begin + change) == "ds.json: of ds.json", change);
}

TEST_CASE("a program that saves what it trains may change what it names, but what ran before it is known") {
  const std::string trains = "cat > ds.json <<EOF\n{\"stage\": 1}\nEOF\ncat > t.py <<EOF\nmodel.save(x)\nEOF\n";
  CHECK(made(trains + "python t.py ds.json") == "ds.json: of ds.json");
  const ShellScript launch = read_shell(trains + "python t.py --deepspeed ds.json");
  REQUIRE(document_called(launch, "ds.json") != nullptr);
  CHECK(document_called(launch, "ds.json")->elsewhere);
  CHECK_FALSE(document_called(launch, "ds.json", launch.commands.size() - 1)->elsewhere);
}
