package crdtool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/crdtool/crdtool"
)

func loadExamples(t *testing.T, paths ...string) *crdtool.Cluster {
	t.Helper()
	cluster, err := crdtool.LoadCluster(t.Context(), crdtool.ClusterOptions{}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	return cluster
}

// What a cluster publishes can be asked for again and again: nothing of it changes
// the CRDs.
func TestClusterPublishes(t *testing.T) {
	cluster := loadExamples(t, "examples/widgets.yaml", "examples/upgrade/sprockets.yaml")
	var first []byte
	for range 2 {
		v3, err := cluster.OpenAPIV3()
		if err != nil || len(v3) != 1 {
			t.Fatalf("%v, %d documents", err, len(v3))
		}
		v2, err := cluster.OpenAPIV2()
		if err != nil || !json.Valid(v2) {
			t.Fatal(err)
		}
		if first == nil {
			first = v2
		} else if !bytes.Equal(first, v2) {
			t.Error("the second document differs from the first")
		}
		samples, err := cluster.Samples(t.Context(), crdtool.SampleOptions{Full: true})
		if err != nil || len(samples) != 2 {
			t.Fatalf("%v, %d samples", err, len(samples))
		}
		for _, s := range samples {
			if !s.Accepted || s.Object["kind"] != s.Kind || len(s.YAML) == 0 {
				t.Errorf("%+v", s)
			}
		}
		for _, html := range []bool{false, true} {
			var b bytes.Buffer
			if err := cluster.WriteDocs(&b, crdtool.DocsOptions{HTML: html, NoSamples: true}); err != nil || !strings.Contains(b.String(), "Sprocket") {
				t.Errorf("HTML %t: %v", html, err)
			}
		}
	}
	if losses, err := cluster.OpenAPIV2Losses(); err != nil || len(losses) == 0 {
		t.Errorf("%v, %d losses", err, len(losses))
	}
}

func TestClusterThatCanNotRun(t *testing.T) {
	cluster := loadExamples(t, "examples/widgets.yaml")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for want, run := range map[string]func() error{
		`Layout is "tree"`:     func() error { _, err := cluster.JSONSchemas(crdtool.JSONSchemaOptions{Layout: "tree"}); return err },
		`did you mean "widget`: func() error { _, err := cluster.Explain("wigdets", crdtool.ExplainOptions{}); return err },
		`did you mean "spec.size"`: func() error {
			_, err := cluster.Explain("widget.spec.sise", crdtool.ExplainOptions{})
			return err
		},
		`did you mean "Widget"?`: func() error {
			_, err := cluster.Samples(t.Context(), crdtool.SampleOptions{Kind: "widgest"})
			return err
		},
		`Subresource is "all"`: func() error {
			_, err := cluster.Apply(t.Context(), "a.yaml", nil, crdtool.ApplyOptions{Subresource: "all"})
			return err
		},
		`FieldValidation is "all"`: func() error {
			_, err := cluster.Create(t.Context(), nil, crdtool.RequestOptions{FieldValidation: "all"})
			return err
		},
		"no old object": func() error {
			_, err := cluster.Update(t.Context(), widgetOf(nil), nil, crdtool.RequestOptions{})
			return err
		},
		"nowhere": func() error {
			_, err := cluster.ApplyFiles(t.Context(), crdtool.ApplyOptions{}, "nowhere.yaml")
			return err
		},
		"a List and not an object": func() error {
			_, err := cluster.Create(t.Context(), map[string]any{"apiVersion": "v1", "kind": "List", "items": []any{}}, crdtool.RequestOptions{})
			return err
		},
		"1.5": func() error { _, err := crdtool.NewCluster(crdtool.ClusterOptions{KubeVersion: "1.5"}); return err },
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	for name, run := range map[string]func() error{
		"load":    func() error { _, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples"); return err },
		"apply":   func() error { _, err := cluster.ApplyFiles(ctx, crdtool.ApplyOptions{}, "examples"); return err },
		"samples": func() error { _, err := cluster.Samples(ctx, crdtool.SampleOptions{}); return err },
	} {
		if err := run(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s with a context that is done: %v", name, err)
		}
	}
}
