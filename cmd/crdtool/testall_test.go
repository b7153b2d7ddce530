package main

import (
	"regexp"
	"strings"
	"testing"
)

// What is inside of a type of the Kubernetes API is nobody's own to test.
func TestTestOfKubernetesTypes(t *testing.T) {
	files := map[string]string{"suite.yaml": bounded["suite.yaml"]}
	files["crd.yaml"] = strings.Replace(bounded["crd.yaml"], "          watts:", `          env:
            type: array
            items:
              type: object
              required: [name]
              properties:
                name: {type: string, maxLength: 63}
                value: {type: string}
                valueFrom:
                  type: object
                  properties:
                    configMapKeyRef:
                      type: object
                      required: [key]
                      properties: {key: {type: string}, name: {type: string, default: ""}, optional: {type: boolean}}
                    fieldRef:
                      type: object
                      required: [fieldPath]
                      properties: {apiVersion: {type: string}, fieldPath: {type: string}}
          watts:`, 1)
	dir := folder(t, files)
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"--coverage suite.yaml", 0, `(?s)^[^*]*coverage: 0.0 %, 0 of 2; 5 inside types of the Kubernetes API left out \(--all\)\n$`},
		{"--coverage --all suite.yaml", 0, `env\[\*\][^\n]*\n(?s:.*)coverage: 0.0 %, 0 of 7\n$`},
		{"--mutate suite.yaml", 0, `noticed 2 of 4 \(50 %\), 7 inside types of the Kubernetes API are left out \(--all\)\n`},
		{"--mutate --all suite.yaml", 0, `env\[\*\]`},
		{"--all suite.yaml", 2, `--all says what --coverage, --mutate and --generate are about; add one of them`},
	} {
		got := inProcess(t, dir, append([]string{"test"}, strings.Fields(c.args)...)...)
		if got.status != c.status || !regexp.MustCompile(c.want).MatchString(got.stdout+got.stderr) {
			t.Errorf("crdtool test %s: status %d, want %d and %s\n%s\n%s", c.args, got.status, c.status, c.want, got.stdout, got.stderr)
		}
	}
}
