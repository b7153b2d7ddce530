// Code generated from docs/library.md and docs/own-tool.md by go test . -run LibraryPage -update; DO NOT EDIT.

package crdtool_test

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/crdtool/crdtool"
	"github.com/crdtool/crdtool/defaulting"
	"github.com/crdtool/crdtool/prune"
	"github.com/crdtool/crdtool/schema"
	"github.com/crdtool/crdtool/structural"
)

// libraryMains are the programs of the pages, as TestMain runs them.
var libraryMains = map[string]func(){
	"p01":   p01,
	"p02":   p02,
	"p03":   p03,
	"p04":   p04,
	"p05":   p05,
	"p06":   p06,
	"p07":   p07,
	"p08":   p08,
	"p09":   p09,
	"p10":   p10,
	"p11":   p11,
	"p12":   p12,
	"p13":   p13,
	"p14":   p14,
	"p15":   p15,
	"p16":   p16,
	"own01": own01,
	"own02": own02,
	"own03": own03,
}

func p01() {
	linter, err := crdtool.NewLinter(crdtool.LintOptions{KubeVersion: "1.37"})
	if err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile("examples/gadgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	report := linter.Lint("gadgets.yaml", text)
	for _, f := range report.Findings {
		fmt.Printf("%s:%d:%d: %s: %s [%s]\n", f.File, f.Line, f.Column, f.Severity, f.Code, f.Path)
	}
	fmt.Println(report.Documents[0].APIServer.Code, report.Documents[0].APIServer.Reason())
}

func p02() {
	linter, err := crdtool.NewLinter(crdtool.LintOptions{
		Config: []byte("profile: strict\nexclude: [examples/shop.yaml]\n"),
		Rules:  map[string]string{"rule-reads-absent": "off", "empty-object": "error"},
	})
	if err != nil {
		log.Fatal(err)
	}
	report, err := linter.LintFiles(context.Background(), "examples")
	if err != nil {
		log.Print(err) // paths that could not be read; the report has all others
	}
	for _, f := range report.Findings {
		fmt.Printf("%s:%d: %s %s\n", f.File, f.Line, f.Severity, f.Rule)
	}
}

func p03() {
	linter, err := crdtool.NewLinter(crdtool.LintOptions{})
	if err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile("examples/gadgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range linter.Lint("gadgets.yaml", text).Findings {
		if f.Fix != nil {
			fmt.Printf("%s: %q on line %d\n", f.Fix.Title, f.Fix.Edits[0].Text, f.Fix.Edits[0].Line)
		}
	}
	fixed := linter.Fix("gadgets.yaml", text)
	fmt.Println(fixed.Made, "made,", fixed.Report.Summary.Errors, "errors left in", len(fixed.Text), "bytes")
}

func p04() {
	linter, err := crdtool.NewLinter(crdtool.LintOptions{StoredFiles: []string{"examples/upgrade/live.yaml"}})
	if err != nil {
		log.Fatal(err)
	}
	report, err := linter.LintFiles(context.Background(), "examples/upgrade/sprockets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	for _, cause := range report.Documents[0].APIServer.Causes {
		fmt.Println(cause.Field+":", cause.Message)
	}
}

func p05() {
	old, new := crdtool.DiffSide{Files: []string{"examples/upgrade/released.yaml"}}, crdtool.DiffSide{Files: []string{"examples/upgrade/next.yaml"}}
	report, err := crdtool.Diff(context.Background(), crdtool.DiffOptions{}, old, new)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Summary.Verdict)
	for _, change := range report.CRDs[0].Changes {
		if change.Breaking {
			fmt.Println(change.Code+":", change.Message)
		}
	}
}

func p06() {
	linter, err := crdtool.NewLinter(crdtool.LintOptions{})
	if err != nil {
		log.Fatal(err)
	}
	costs, err := linter.CostFiles(context.Background(), crdtool.CostOptions{}, "examples/listeners.yaml")
	if err != nil {
		log.Fatal(err)
	}
	for _, x := range costs.Expressions {
		fmt.Printf("%.4f%% of the budget: %s\n", x.RulePercent, x.Rule)
		for _, b := range x.Bounds {
			fmt.Printf("  %s: %d on %s\n", b.Keyword, b.Value, b.Field)
		}
	}
}

func p07() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	for _, size := range []string{"large", "huge"} {
		result, err := cluster.Create(ctx, map[string]any{
			"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "web"},
			"spec": map[string]any{"image": "web:1.4", "size": size},
		}, crdtool.RequestOptions{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Verdict, result.Object["spec"], result.APIServer.Message)
	}
}

func p08() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	const web = `{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "web"}, "spec": {"image": "web:%d", "size": "huge"}}`
	old, object := json.RawMessage(fmt.Sprintf(web, 1)), json.RawMessage(fmt.Sprintf(web, 2))
	result, err := cluster.Update(ctx, object, old, crdtool.RequestOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict, result.Stored["spec"])
	for _, step := range result.Trace {
		fmt.Println(step.Stage, step.Action, step.Path+":", step.Reason)
	}
}

func p09() {
	cluster, err := crdtool.LoadCluster(context.Background(), crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	web := map[string]any{"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]string{"name": "web"}, "spec": map[string]string{"image": "web:1"}}
	scaled, err := cluster.Scale(context.Background(), 5, web, crdtool.RequestOptions{})
	if err != nil {
		log.Fatal(err)
	}
	web["status"] = map[string]any{"replicas": 5}
	written, err := cluster.UpdateStatus(context.Background(), web, scaled.Object, crdtool.RequestOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(scaled.Verdict, scaled.Scale["spec"], written.Verdict, written.Object["status"])
}

func p10() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	report, err := cluster.ApplyFiles(ctx, crdtool.ApplyOptions{LiveFiles: []string{"examples/live"}}, "examples/objects")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Summary.Created, "created,", report.Summary.Updated, "updated,", report.Summary.Refused, "refused")
	for _, r := range report.Results {
		for _, f := range r.Findings {
			fmt.Printf("%s:%d: %s (line %d of the CRD)\n", f.File, f.Line, f.Code, f.SchemaLine)
		}
	}
}

func widget(replicas int) map[string]any {
	return map[string]any{
		"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "web"},
		"spec": map[string]any{"image": "web:1.4", "replicas": replicas},
	}
}

func by(manager string) crdtool.RequestOptions {
	return crdtool.RequestOptions{FieldManager: manager, ShowManagedFields: true}
}

func p11() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	live, err := cluster.ServerSideApply(ctx, widget(5), nil, by("autoscaler"))
	if err != nil {
		log.Fatal(err)
	}
	again, err := cluster.ServerSideApply(ctx, widget(2), live.Object, by("widget-controller"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(again.Verdict, again.APIServer.Code)
	fmt.Println(again.Findings[0].Message)
}

const old = `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: {name: lamps.example.com}
spec:
  group: example.com
  version: v1 # the only one
  names: {kind: Lamp, plural: lamps}
`

func p12() {
	for _, unknown := range []string{"", "keep"} {
		converted, err := crdtool.ConvertCRDs("lamps.yaml", []byte(old), crdtool.ConvertOptions{UnknownFields: unknown})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(converted.Made, "converted,", len(converted.Report.Findings), "left to decide")
		for _, f := range converted.Report.Findings {
			fmt.Printf("%s:%d: %s\n", f.File, f.Line, f.Code)
		}
		if unknown == "keep" {
			fmt.Print(string(converted.Text))
		}
	}
}

func p13() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	documents, err := cluster.OpenAPIV3()
	fmt.Println(len(documents), "OpenAPI document", err)
	for groupVersion, text := range documents {
		fmt.Println(groupVersion, json.Valid(text))
	}
	schemas, err := cluster.JSONSchemas(crdtool.JSONSchemaOptions{})
	fmt.Println(len(schemas), "JSON Schemas", err)
	for _, file := range slices.Sorted(maps.Keys(schemas)) {
		fmt.Println(file, json.Valid(schemas[file]))
	}
}

func p14() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	text, err := cluster.Explain("widget.spec.size", crdtool.ExplainOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
}

func p15() {
	ctx := context.Background()
	cluster, err := crdtool.LoadCluster(ctx, crdtool.ClusterOptions{}, "examples/widgets.yaml")
	if err != nil {
		log.Fatal(err)
	}
	samples, err := cluster.Samples(ctx, crdtool.SampleOptions{Kind: "widget"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(string(samples[0].YAML))
}

func p16() {
	s, err := schema.FromValue(map[string]any{
		"type": "object",
		"properties": map[string]any{
			"port": map[string]any{"type": "integer", "default": 80},
			"host": map[string]any{"minLength": 1},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	object := map[string]any{"hostname": "a.example.com"}
	fmt.Println("pruned:", prune.Fields(object, s, false))
	defaulting.Apply(object, s)
	fmt.Println("defaulted:", object)
	fmt.Println("structural:", structural.CheckSchema(s)[0].ServerPath, "is missing")
}

const appCRD = `{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: apps.example.com},
spec: {group: example.com, scope: Namespaced, names: {kind: App, plural: apps}, versions: [{name: v1, served: true, storage: true,
schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: %s}}}}}]}}`

// generate makes a CRD of fields such as "integer | default=1".
func generate(fields map[string]string) []byte {
	properties := map[string]any{}
	for name, field := range fields {
		words := strings.Split(field, " | ")
		property := map[string]any{"type": words[0]}
		for _, word := range words[1:] {
			keyword, value, _ := strings.Cut(word, "=")
			property[keyword] = json.RawMessage(value)
		}
		properties[name] = property
	}
	text, err := json.Marshal(properties)
	if err != nil {
		log.Fatal(err)
	}
	return fmt.Appendf(nil, appCRD, text)
}

// check prints the server's answer to a CRD, and what breaks if it replaces another.
func check(crd []byte, stored ...[]byte) {
	linter, err := crdtool.NewLinter(crdtool.LintOptions{KubeVersions: "all", Profile: "server", Stored: stored})
	if err != nil {
		log.Fatal(err)
	}
	document := linter.Lint("generated", crd).Documents[0]
	for _, cause := range document.APIServer.Causes {
		fmt.Println("refused:", cause.Field+":", cause.Message)
	}
	fmt.Printf("accepted: %v; least version: %q\n", document.APIServer.Accepted, document.Support.Least)
	diff, err := crdtool.Diff(context.Background(), crdtool.DiffOptions{}, crdtool.DiffSide{Texts: stored}, crdtool.DiffSide{Texts: [][]byte{crd}})
	if err != nil {
		log.Fatal(err)
	}
	for _, change := range diff.CRDs[0].Changes {
		fmt.Printf("%s: %s (breaking: %v)\n", change.Class, change.Message, change.Breaking)
	}
}

func own01() {
	check(generate(map[string]string{"image": "string", "replicas": `integer | default="two"`}))
	first := generate(map[string]string{"image": "string", "replicas": `integer | default=2`})
	check(generate(map[string]string{"replicas": `integer | default=2 | maximum=9`, "address": `string | maxLength=39 | x-kubernetes-validations=[{"rule": "isIP(self)"}]`}), first)
}

const definition = `apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata: {name: xbuckets.example.com}
spec:
  group: example.com
  names: {kind: XBucket, plural: xbuckets}
  claimNames: {kind: Bucket, plural: buckets}
  versions:
  - name: v1
    served: true
    referenceable: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [region]
            minProperties: 1
            properties:
              region: {type: string, enum: [north, south]}
              days: {type: integer, default: 30}
`

const claims = `{apiVersion: example.com/v1, kind: Bucket, metadata: {name: logs}, spec: {region: north, compositeDeletePolicy: Foreground}}
---
{apiVersion: example.com/v1, kind: XBucket, metadata: {name: logs-x1}, spec: {region: west}}
`

func own02() {
	linter, err := crdtool.NewLinter(crdtool.LintOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range linter.Lint("xrd.yaml", []byte(definition)).Findings {
		fmt.Printf("%s:%d: %s: %s\n", f.File, f.Line, f.Severity, f.Message)
	}
	cluster, err := crdtool.NewCluster(crdtool.ClusterOptions{}, []byte(definition))
	if err != nil {
		log.Fatal(err)
	}
	report, err := cluster.Apply(context.Background(), "claims.yaml", []byte(claims), crdtool.ApplyOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range report.Results {
		fmt.Println(r.Title(), r.Verdict, r.Object["spec"], r.APIServer.Message)
	}
}

//go:embed examples/widgets.yaml examples/upgrade/released.yaml
var builtIn embed.FS

// newCluster returns a cluster with all CRDs of the program.
func newCluster() (*crdtool.Cluster, error) {
	var texts [][]byte
	err := fs.WalkDir(builtIn, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := builtIn.ReadFile(name)
		texts = append(texts, text)
		return err
	})
	if err != nil {
		return nil, err
	}
	return crdtool.NewCluster(crdtool.ClusterOptions{KubeVersion: "1.34"}, texts...)
}

func own03() {
	cluster, err := newCluster()
	if err != nil {
		log.Fatal(err)
	}
	for _, file := range []string{"examples/widget-sample.yaml", "examples/objects/faulty.yaml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		report, err := cluster.Apply(context.Background(), file, text, crdtool.ApplyOptions{})
		if err != nil {
			log.Fatal(err)
		}
		for _, r := range report.Results {
			fmt.Println(r.Title(), r.Verdict, r.Object["spec"])
			for _, f := range r.Findings {
				fmt.Printf("  line %d: %s\n", f.Line, f.ServerMessage)
			}
		}
		for _, f := range report.Findings { // such as objects of a kind without a CRD
			fmt.Printf("  line %d: %s\n", f.Line, f.Message)
		}
	}
}
