package main

import (
	"strings"
	"testing"
)

// TestGeneratedElsewhere checks that a generated CRD whose Go types are not in the repository, although those
// of other CRDs are, gets the server's errors alone: it is a copy of another project, or was left when the
// type was removed. The group is no evidence, since projects of one maker share its domain.
func TestGeneratedElsewhere(t *testing.T) {
	generated := func(plural, format string) string {
		return strings.Replace(strings.Replace(ownKind(plural), "format: date", "format: "+format, 1),
			"metadata:\n", "metadata:\n  annotations: {controller-gen.kubebuilder.io/version: v0.19.0}\n", 1)
	}
	goTypes := map[string]string{"go.mod": "module example.com/odds\n", "v1/types.go": `// +groupName=example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=odds
type Odd struct {
	metav1.TypeMeta   ` + "`json:\",inline\"`" + `
	metav1.ObjectMeta ` + "`json:\"metadata,omitempty\"`" + `
}
`}
	own := strings.Replace(generated("odds", "date"), "Kind-odds", "Odd", 1)
	others := generated("evens", "dte")
	for name, c := range map[string]struct {
		types map[string]string
		files map[string]string
		args  []string
		want  string
	}{
		"a copy": {goTypes, map[string]string{"config/crd/odds.yaml": own, "charts/a/crds/evens.yaml": others}, []string{"."},
			"1 CRD that this repository does not make (evens.example.com) checked for errors of the server alone; "},
		"beside an own one": {goTypes, map[string]string{"deploy/all.yaml": own + "---\n" + others}, []string{"."},
			"1 CRD that this repository does not make (evens.example.com) checked for errors of the server alone; "},
		"no Go types":     {nil, map[string]string{"config/crd/odds.yaml": own, "charts/a/crds/evens.yaml": others}, []string{"."}, "1 warning in 1 of 2 CRDs"},
		"a named file":    {goTypes, map[string]string{"config/crd/odds.yaml": own, "charts/a/crds/evens.yaml": others}, []string{"config", "charts/a/crds/evens.yaml"}, "1 warning in 1 of 2 CRDs"},
		"not generated":   {goTypes, map[string]string{"config/crd/odds.yaml": own, "charts/a/crds/evens.yaml": oddFormat("evens")}, []string{"."}, "1 warning in 1 of 2 CRDs"},
		"strict":          {goTypes, map[string]string{"config/crd/odds.yaml": own, "charts/a/crds/evens.yaml": others}, []string{"--profile", "strict", "."}, "[unknown-format]"},
		"the group alone": {goTypes, map[string]string{"charts/a/crds/evens.yaml": strings.ReplaceAll(others, "example.com", "example.org")}, []string{"."}, "1 warning in 1 of 1 CRD"},
	} {
		files := map[string]string{".git/HEAD": ""}
		for _, more := range []map[string]string{c.types, c.files} {
			for file, text := range more {
				files[file] = text
			}
		}
		got := inProcess(t, folder(t, files), append([]string{"lint", "--disable", "stale-crd"}, c.args...)...)
		if isForeign := strings.Contains(c.want, "does not make"); !strings.Contains(got.stdout, c.want) || isForeign && strings.Contains(got.stdout, "unknown-format") {
			t.Errorf("%s: want %q in\n%s%s", name, c.want, got.stdout, got.stderr)
		}
	}
	refused := strings.Replace(others, "Namespaced", "namespaced", 1)
	files := map[string]string{".git/HEAD": "", "config/crd/odds.yaml": own, "charts/a/crds/evens.yaml": refused}
	for file, text := range goTypes {
		files[file] = text
	}
	if got := inProcess(t, folder(t, files), "lint", "--disable", "stale-crd", "."); got.status != exitFindings || !strings.Contains(got.stdout, "1 error in 1 of 2 CRDs") {
		t.Errorf("an error of the server: status %d:\n%s%s", got.status, got.stdout, got.stderr)
	}
}

// TestFoldersOfOtherProjects: below a folder for what other projects make, CRDs are checked for the server's errors alone,
// even where the repository has Go types of their group.
func TestFoldersOfOtherProjects(t *testing.T) {
	own := strings.ReplaceAll(ownKind("odds"), "example.com", "example.org")
	types := func(group, kind string) string {
		return "// +groupName=" + group + "\npackage v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n// +kubebuilder:object:root=true\ntype " + kind +
			" struct {\n\tmetav1.TypeMeta   `json:\",inline\"`\n\tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n}\n"
	}
	for name, want := range map[string]string{
		"config/external/evens.yaml": "1 CRD that this repository does not make (example.com) ",
		"upstream/crd/evens.yaml":    "1 CRD that this repository does not make (example.com) ",
		"config/internal/evens.yaml": "1 warning in 1 of 2 CRDs",
	} {
		dir := folder(t, map[string]string{
			".git/HEAD": "", "config/crd/odds.yaml": own, name: oddFormat("evens"), "go.mod": "module example.com/odds\n",
			"evens/types.go": types("example.com", "Even"), "odds/types.go": types("example.org", "Odd"),
		})
		if got := inProcess(t, dir, "lint", "."); !strings.Contains(got.stdout, want) {
			t.Errorf("%s: want %q in\n%s%s", name, want, got.stdout, got.stderr)
		}
	}
	// Folders around the repository say nothing.
	dir := folder(t, map[string]string{
		"here/a.txt": "", "upstream/test/.git/HEAD": "", "upstream/test/PROJECT": "domain: org\nresources: [{group: example, kind: Odd}]\n",
		"upstream/test/crd/odds.yaml": strings.ReplaceAll(oddFormat("odds"), "example.com", "example.org"), "upstream/test/crd/evens.yaml": ownKind("evens"),
	})
	if got := inProcess(t, dir+"/here", "lint", "../upstream/test"); !strings.Contains(got.stdout, "1 warning in 1 of 2 CRDs") {
		t.Errorf("folders around the repository:\n%s%s", got.stdout, got.stderr)
	}
}

// TestCRDOfOthersInOwnFile: in a file with CRDs of the repository, one of a group of another project is told apart.
func TestCRDOfOthersInOwnFile(t *testing.T) {
	own := strings.ReplaceAll(ownKind("odds"), "example.com", "example.org")
	dir := folder(t, map[string]string{
		".git/HEAD": "", "PROJECT": "domain: org\nresources: [{group: example, kind: Odd}]\n", "deploy/all.yaml": own + "---\n" + oddFormat("evens"),
	})
	const want = "no findings in 2 CRDs (1 file, "
	got := inProcess(t, dir, "lint", ".")
	if !strings.Contains(got.stdout, want) || !strings.Contains(got.stdout, "1 CRD that this repository does not make (evens.example.com) ") {
		t.Errorf("want %q in\n%s%s", want, got.stdout, got.stderr)
	}
}
