#!/bin/bash
# Every preset is valid by the schema of its kind, as an editor would check it, and the schemas refuse what the program
# refuses: an unknown key, a value of another type or out of its range, what is missing.
. "$(dirname "$0")/checks.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
for kind in model gpu cluster scenario framework claims lesson; do
  run show schema "$kind"
  expect "show schema $kind prints the file" cmp -s "$out" "$root/presets/schema/$kind.schema.json"
done
run list schemas
expect "list schemas names seven" lines_exactly 8 "$out"
run show schema modell
expect "a schema that isn't there: the nearest is named" says "did you mean model"

cat >"$scratch/check.py" <<'PYTHON'
"""Checks each preset against its schema, and each broken scenario by both schema and program."""
import copy, json, pathlib, subprocess, sys
from jsonschema import Draft7Validator

root, program = pathlib.Path(sys.argv[1]), sys.argv[2]
passed = failed = 0

def expect(name, holds, why=""):
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    if not holds:
        print("FAIL", name, why)

schemas = {}
for kind, folder in [("model", "models"), ("gpu", "gpus"), ("cluster", "clusters"), ("scenario", "scenarios"),
                     ("framework", "frameworks"), ("claims", "claims"), ("lesson", "lessons")]:
    schema = json.loads((root / "presets/schema" / f"{kind}.schema.json").read_text())
    Draft7Validator.check_schema(schema)
    schemas[kind] = Draft7Validator(schema)
    files = sorted((root / "presets" / folder).glob("*.json"))
    expect(f"there are presets in {folder}", files)
    for file in files:
        document = json.loads(file.read_text())
        errors = list(schemas[kind].iter_errors(document))
        expect(file.name, not errors, "; ".join(f"{e.json_path}: {e.message[:200]}" for e in errors[:3]))
        expect(f"{file.name} names its schema", document.get("$schema") == f"../schema/{kind}.schema.json")

good = {"shardscope": 1, "model": "llama2-7b", "cluster": {"gpu": "a100-80", "gpus": 64},
        "plan": {"tp": 8, "pp": 2, "dp": 4, "sequence_length": 4096, "micro_batch": 1, "global_batch": 64}}

def both(name, path, value, valid):
    """One edit of a scenario: schema and program agree on it. `value` None takes the key away."""
    document = copy.deepcopy(good)
    at = document
    *way, last = path.split(".")
    for key in way:
        at = at.setdefault(key, {})
    if value is None:
        at.pop(last)
    else:
        at[last] = value
    ran = subprocess.run([program, "report", "-", "--json"], input=json.dumps(document), capture_output=True, text=True)
    expect(f"{name}: the schema says {valid}", schemas["scenario"].is_valid(document) == valid)
    expect(f"{name}: the program says {valid}", (ran.returncode == 0) == valid, ran.stderr)

both("as it stands", "plan.tp", 8, True)
both("a comment for editors", "$schema", "scenario.schema.json", True)
both("dp as auto", "plan.dp", "auto", True)
both("recomputation as an object", "plan.recompute", {"mode": "full", "layers": 2, "method": "block"}, True)
both("offloaded layers", "plan.offload", {"activations_layers": 2}, True)
both("offloaded layers and optimizer", "plan.offload", {"activations_layers": 2, "optimizer": True}, True)
both("an offload of nothing", "plan.offload", {"optimizer": True}, False)
both("the vocabulary unpadded", "plan.padded_vocab", False, True)
both("a checkpoint at the optimum", "run.checkpoint_interval_seconds", "auto", True)
both("a Hugging Face model", "model", {"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096,
     "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000, "rope_theta": 1e4}, True)
both("a model preset with an override", "model", {"preset": "llama2-7b", "num_hidden_layers": 40}, True)
both("a GPU preset with an override", "cluster.gpu", {"preset": "a100-80", "memory_bytes": 40e9}, True)
both("levels of the network", "cluster.topology", [{"level": "rack", "fan_out": 4, "oversubscription": 2}], True)
both("two sites", "cluster.sites", {"number": 2, "distance_meters": 1000, "bandwidth": 1e12}, True)
both("an unknown key", "plan.tpp", 8, False)
both("a word for a number", "plan.tp", "eight", False)
both("a degree of 0", "plan.tp", 0, False)
both("half a stage", "plan.pp", 2.5, False)
both("a schedule that isn't one", "plan.schedule", "2f2b", False)
both("a switch as a number", "plan.flash_attention", 1, False)
both("an unknown recomputation", "plan.recompute", {"mode": "partial"}, False)
both("recomputation without a mode", "plan.recompute", {"layers": 2}, False)
both("an unknown key of the run", "run.token", 1e12, False)
both("a negative price", "run.gpu_hour_usd", -1, False)
both("no model", "model", None, False)
both("no sequence length", "plan.sequence_length", None, False)
both("no GPUs", "cluster.gpus", None, False)
both("a model without its sizes", "model", {"hidden_size": 4096}, False)
both("another version", "shardscope", 2, False)
print(f"{passed} {failed}")
sys.exit(failed != 0)
PYTHON
python3 "$scratch/check.py" "$root" "$program" >"$out" 2>"$err"
status=$?
read -r ok bad <<<"$(tail -n 1 "$out")"
passed=$((passed + ${ok:-0})) failed=$((failed + ${bad:-1}))
[ "$status" = 0 ] || { cat "$out" "$err"; }
finish
