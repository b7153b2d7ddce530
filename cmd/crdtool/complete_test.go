package main

import (
	"strings"
	"testing"
)

// Shells get what __complete prints.
func TestCompletedValues(t *testing.T) {
	for args, want := range map[string]string{
		"lint --profile =":                                  "strict\n",
		"lint --enable =":                                   "plain-secret\t",
		"lint --kube-version =":                             "1.37\n1.36\n",
		"cost --kube-version =":                             "1.25\n:4\n",
		"lint --kube-versions =":                            "all\n1.37-\n1.36-\n",
		"apply-dry --kube-versions =":                       "1.25-\n:4\n",
		"lint --old =":                                      "yaml\nyml\njson\n:8\n",
		"lint --config =":                                   "yaml\nyml\njson\n:8\n",
		"lint =":                                            "yaml\nyml\njson\n:8\n",
		"apply-dry --crds =":                                "yaml\nyml\njson\n:8\n",
		"apply-dry --namespace =":                           ":4\n",
		"apply-dry --find":                                  "--find-crds\tsearch for CRDs in the folders",
		"rules cel-co":                                      "cel-cost\t",
		"explain --crds examples/widgets.yaml =":            "widget\twidgets.example.com\n",
		"explain --crds examples/widgets.yaml widget.":      "widget.spec\n",
		"explain --crds examples/widgets.yaml widget.spec.": "widget.spec.ports\n",
		"explain --crds no-such-folder =":                   ":6\n",
		"sample --crds examples/widgets.yaml =":             "widget\twidgets.example.com\n",
		"sample --output =":                                 "yaml\njson\n:4\n",
		"completion =":                                      "bash\nzsh\nfish\npowershell\n:4\n",
		"li":                                                "lint\tCheck CustomResourceDefinitions",
	} {
		words := strings.Fields(args)
		if last := len(words) - 1; words[last] == "=" {
			words[last] = "" // the word that is begun
		}
		got := inProcess(t, repository(t), append([]string{"__complete"}, words...)...)
		if got.status != exitClean || !strings.Contains(got.stdout, want) {
			t.Errorf("%s: status %d, completes\n%swant %q", args, got.status, got.stdout, want)
		}
	}
}
