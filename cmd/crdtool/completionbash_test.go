package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Bash completes without the package bash-completion.
func TestBashCompletesByItself(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	dir := kubebuilderProject(t)
	script := inProcess(t, dir, "completion", "bash").stdout
	if err := os.WriteFile(filepath.Join(dir, "completion"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"crdtool li":                        "lint",
		"crdtool lint --fail-on ":           "error\nnever\nwarning",
		"crdtool lint --fail-on w":          "warning",
		"crdtool docs --no-s":               "--no-samples",
		"crdtool rules cel-cost-":           "cel-cost-total",
		"crdtool apply-dry config/samples/": "config/samples/kustomization.yaml\nconfig/samples/v1_lamp.yaml",
		"crdtool apply-dry -f config/s":     "config/samples",
	} {
		run := crdtool(t, dir)
		cmd := exec.Command(bash, "--norc", "--noprofile", "-c", `
source ./completion
crdtool() { "$CRDTOOL" "$@"; }
compopt() { :; }
COMP_LINE="$1" COMP_POINT=${#1} COMP_TYPE=9
read -r -a COMP_WORDS <<<"$1"
case "$1" in *" ") COMP_WORDS+=("") ;; esac
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
__start_crdtool
printf '%s\n' "${COMPREPLY[@]}"`, "bash", line)
		cmd.Dir, cmd.Env = run.Dir, append(run.Env, "CRDTOOL="+run.Path, "PATH="+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		var got []string
		for _, reply := range strings.Split(strings.TrimSpace(string(out)), "\n") {
			word, _, _ := strings.Cut(reply, " ")
			got = append(got, word)
		}
		slices.Sort(got)
		if err != nil || strings.Join(got, "\n") != want {
			t.Errorf("%q completes\n%s\nwant\n%s\n%v", line, out, want, err)
		}
	}
}
