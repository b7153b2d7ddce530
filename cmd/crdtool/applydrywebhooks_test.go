package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestApplyDryNamesWebhooks: of an object that is refused when it is validated the mutating webhooks
// are named that a cluster calls before.
func TestApplyDryNamesWebhooks(t *testing.T) {
	const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: lamps, singular: lamp, kind: Lamp, listKind: LampList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, required: [spec], properties: {spec: {type: object, required: [bulbs], properties: {bulbs: {type: integer}}}}}}
`
	const head = "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration\nmetadata: {name: mutating}\nwebhooks:\n"
	webhook := func(name, rule string) string {
		return "- name: " + name + "\n  rules: [{" + rule + "}]\n"
	}
	const all = `operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"]`
	const refused = "apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: a}\nspec: {}\n"
	for _, c := range []struct {
		name, webhooks, object, want string
		past                         string // of a release
	}{
		{"none", "", refused, "", ""},
		{"its own", head + webhook("w", "operations: [CREATE], apiGroups: [example.com], apiVersions: [v1], resources: [lamps]"), refused, "w (config/hook/hook.yaml:5)", ""},
		{"of updates", head + webhook("w", "operations: [UPDATE], apiGroups: [example.com], apiVersions: [v1], resources: [lamps]"), refused, "w (config/hook/hook.yaml:5)", ""},
		{"of all", head + webhook("w", all), refused, "w (config/hook/hook.yaml:5)", ""},
		{"of all in namespaces", head + webhook("w", all+", scope: Namespaced"), refused, "w (config/hook/hook.yaml:5)", ""},
		{"of all in none", head + webhook("w", all+", scope: Cluster"), refused, "", ""},
		{"with subresources", head + webhook("w", `operations: [CREATE], apiGroups: [example.com], apiVersions: [v1], resources: ["*/*"]`), refused, "w (config/hook/hook.yaml:5)", ""},
		{"of a subresource", head + webhook("w", "operations: [UPDATE], apiGroups: [example.com], apiVersions: [v1], resources: [lamps/status]"), refused, "", ""},
		{"of another group", head + webhook("w", "operations: [CREATE], apiGroups: [example.org], apiVersions: [v1], resources: [lamps]"), refused, "", ""},
		{"of another resource", head + webhook("w", "operations: [CREATE], apiGroups: [example.com], apiVersions: [v1], resources: [lumps]"), refused, "", ""},
		{"of deletes", head + webhook("w", "operations: [DELETE], apiGroups: [example.com], apiVersions: [v1], resources: [lamps]"), refused, "", ""},
		{"one that only validates", strings.Replace(head, "Mutating", "Validating", 1) + webhook("w", all), refused, "", ""},
		{"of another API", strings.Replace(head, "admissionregistration", "example", 1) + webhook("w", all), refused, "", ""},
		{"two of four", head + webhook("v", "rules") + webhook("w", all) + webhook("x", all) + webhook("w", all), refused, "w (config/hook/hook.yaml:7) and x (config/hook/hook.yaml:9)", ""},
		{"many", head + webhook("v", all) + webhook("w", all) + webhook("x", all) + webhook("y", all) + webhook("z", all), refused, "v (config/hook/hook.yaml:5), w (config/hook/hook.yaml:7), x (config/hook/hook.yaml:9) and 2 more", ""},
		{"without a list", strings.Replace(head, "webhooks:", "webhooks: {a: b}", 1), refused, "", ""},
		{"of a release", "", refused, "", head + webhook("w", all)},
		{"of a release and now", head + webhook("w", all), refused, "w (config/hook/hook.yaml:5)", head + webhook("v", all) + webhook("w", all)},
		// What the server says before it calls them.
		{"an unknown field", head + webhook("w", all), strings.Replace(refused, "{}", "{bulbs: 1, bulb: 1}", 1), "", ""},
		{"an accepted object", head + webhook("w", all), strings.Replace(refused, "{}", "{bulbs: 1}", 1), "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{".git/HEAD": "", "config/crd/lamps.yaml": crd, "config/hook/hook.yaml": c.webhooks, "config/crd/v1.2.0/all.yaml": c.past, "samples/lamp.yaml": c.object} {
				if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want := ""
			if c.want != "" {
				webhooks := "the mutating webhook "
				if strings.Contains(c.want, " and ") {
					webhooks = "the mutating webhooks "
				}
				want = "1 refused object may be accepted by a cluster: before it validates it, it calls " + webhooks + c.want + ", which may change it; crdtool does not\n"
			}
			for _, args := range []string{".", "samples", "samples --find-crds", "samples --crds config"} {
				got := strings.ReplaceAll(inProcess(t, dir, append([]string{"apply-dry"}, strings.Fields(args)...)...).stdout, `\`, "/")
				if _, end, _ := strings.Cut(got, " ms)\n"); end != want {
					t.Errorf("apply-dry %s: ends in\n%s\nwant\n%s", args, end, want)
				}
			}
			var report struct{ Results []struct{ Webhooks []string } }
			got := inProcess(t, dir, "apply-dry", "--format", "json", "samples")
			if err := json.Unmarshal([]byte(got.stdout), &report); err != nil || len(report.Results) != 1 {
				t.Fatalf("%v; %s", err, got.stdout)
			}
			if named := strings.Join(report.Results[0].Webhooks, ", "); strings.ReplaceAll(strings.ReplaceAll(named, `\`, "/"), ", 2 more", " and 2 more") != strings.ReplaceAll(c.want, ") and x", "), x") {
				t.Errorf("webhooks in JSON are %q", named)
			}
		})
	}
}
