package main

import (
	"strings"
	"testing"
)

// Without arguments commands look where the configuration says, from any folder below
// it. Of two CRDs with one name, one of paths.crds counts.
func TestPathsOfTheConfiguration(t *testing.T) {
	red := strings.Replace(lamps, "[white, yellow], default: white", "[red], default: red", 1)
	dir := folder(t, map[string]string{
		".crdtool.yaml":     "paths:\n  crds: [made]\n  objects: [lamps]\n",
		"made/lamps.yaml":   red,
		"config/crd/a.yaml": lamps,
		"config/crd/b.yaml": crd("things"),
		"lamps/red.yaml":    lamp("red", "{colour: red}"),
		"others/white.yaml": lamp("white", "{colour: white}"),
		"others/.gitkeep":   "",
	})
	for _, c := range []struct {
		args   string
		status int
		stdout string
	}{
		{"lint -q --format json", 0, `(?s)"file": "[./]*made/lamps\.yaml".*"crds": 1,`},
		{"lint --format json ..", 0, `(?s)"crds": 3,`},
		{"cost --format json", 0, `(?s)"file": "[./]*made/lamps\.yaml"`},
		{"docs --no-samples", 0, `(?s)# Lamp\n.*one of: .red.`},
		{"openapi", 0, `"red"`},
		{"openapi --group-version example.com/v1", 0, `"red"`},
		{"explain lamp.spec.colour", 0, `(?s)red`},
		{"explain lamp.spec.colour --crds ..", 0, `(?s)red`},
		{"explain lamp.spec.colour --crds ../config", 0, `(?s)white`},
		{"explain lamp.spec.colour --no-config --crds ..", 0, `(?s)white`},
		{"apply-dry", 0, `^[./]*lamps/red\.yaml:1: Lamp "red" would be created`},
		{"apply-dry white.yaml", 1, `Unsupported value: "white"`},
		{"apply-dry --crds ../config/crd white.yaml", 0, `1 created`},
	} {
		t.Run(c.args, func(t *testing.T) {
			got := inProcess(t, dir+"/others", strings.Fields(c.args)...)
			if got.status != c.status {
				t.Errorf("exit status %d, want %d: %s", got.status, c.status, got.stderr)
			}
			if c.stdout != "" {
				match(t, "standard output", strings.ReplaceAll(got.stdout, `\`, "/"), c.stdout)
			}
		})
	}
}

// kubebuilderProject is laid out as kubebuilder does: patches beside the CRDs, objects
// that only its other folders have CRDs for. It is a repository of git, with one commit.
func kubebuilderProject(t *testing.T) string {
	t.Helper()
	patch := func(spec string) string {
		return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: lamps.example.com\n" + spec
	}
	dir := folder(t, map[string]string{
		"PROJECT":                                      "domain: example.com\n",
		"config/crd/bases/lamps.yaml":                  lamps,
		"config/crd/kustomization.yaml":                "resources:\n- bases/lamps.yaml\npatches:\n- path: patches/webhook_in_lamps.yaml\n",
		"config/crd/kustomizeconfig.yaml":              "nameReference:\n- kind: Service\n  version: v1\n",
		"config/crd/patches/webhook_in_lamps.yaml":     patch("spec:\n  conversion:\n    strategy: Webhook\n"),
		"config/crd/patches/cainjection_in_lamps.yaml": patch(""),
		"config/default/kustomization.yaml":            "resources:\n- ../crd\n- ../manager\npatches:\n- path: manager_patch.yaml\n",
		"config/default/manager_patch.yaml":            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: manager}\n",
		"config/manager/manager.yaml":                  "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: manager}\n",
		"config/rbac/role.yaml":                        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: manager}\n",
		"config/samples/kustomization.yaml":            "resources:\n- v1_lamp.yaml\n",
		"config/samples/v1_lamp.yaml":                  lamp("lamp-sample", "{}"),
		"dist/install.yaml":                            lamps,
		"charts/lamps/Chart.yaml":                      "apiVersion: v2\nname: lamps\nversion: 1.0.0\n",
		"charts/lamps/values.yaml":                     "image: a\n",
		"charts/lamps/templates/lamp.yaml":             "apiVersion: example.com/v1\nkind: Lamp\nmetadata:\n  name: {{ .Release.Name }}\n",
	})
	committed(t, dir)
	return dir
}

func TestApplyDryInAKubebuilderProject(t *testing.T) {
	dir := kubebuilderProject(t)
	const sample = `Lamp "lamp-sample" would be created\n(.*\n)+1 object: 1 created `
	for args, want := range map[string]string{
		"apply-dry":                                         sample,
		"apply-dry .":                                       sample,
		"apply-dry config/samples":                          sample,
		"apply-dry config/samples/v1_lamp.yaml":             sample,
		"apply-dry --crds . config/samples":                 sample,
		"apply-dry --crds config/crd config/samples":        sample,
		"apply-dry --find-crds config/samples":              sample,
		"docs --no-samples config/crd":                      `(?i)# .*\n`,
		"openapi --group-version example.com/v1 config/crd": `"openapi"`,
		"explain lamp":                                      `KIND: +Lamp`,
		"lint":                                              ` in 1 of 2 CRDs| in 2 CRDs| in 2 of 2 CRDs`,
	} {
		t.Run(args, func(t *testing.T) {
			got := inProcess(t, dir, strings.Fields(args)...)
			if got.status != exitClean {
				t.Errorf("exit status %d", got.status)
			}
			match(t, "standard output", strings.ReplaceAll(got.stdout, `\`, "/"), want)
			match(t, "standard error", got.stderr, "")
		})
	}
}
