package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"sigs.k8s.io/yaml"
)

// work is something that crdtool is used for.
type work int

const (
	lintPlain work = iota
	lintRules
	lintOne
	lintSmall
	lintJSON
	applyDry
	columns
)

var workNames = map[work]string{
	lintPlain: "linting CRDs without rules",
	lintRules: "linting CRDs with many rules",
	lintOne:   "linting HTTPRoute alone",
	lintSmall: "linting a small CRD",
	lintJSON:  "linting CRDs in JSON",
	applyDry:  "apply-dry",
	columns:   "apply-dry --show-columns",
}

// bench has the command lines for each work.
type bench struct {
	onCorpus bool
	commands map[work][][]string
}

// lintArgs are those with which lint checks and explains, and prints little.
func lintArgs(paths ...string) []string {
	return append([]string{"lint", "--no-config", "--quiet", "--statistics", "--fail-on", "never"}, paths...)
}

func newBench(root, corpus, temp string) (*bench, error) {
	b := &bench{commands: map[work][][]string{}}
	small := lintArgs(filepath.Join(root, "examples", "widgets.yaml"))
	b.commands[lintSmall] = slices.Repeat([][]string{small}, 8) // a short process is hard to measure
	projects, err := filepath.Glob(filepath.Join(corpus, "dev", "*", "crds"))
	if err != nil {
		return nil, err
	}
	if len(projects) == 0 {
		return b, b.onExamples(root, temp)
	}
	b.onCorpus = true
	in := func(project string) string { return filepath.Join(corpus, "dev", project, "crds") }
	b.commands[lintRules] = [][]string{lintArgs(in("kubernetes-sigs+gateway-api.standard"), in("aws+karpenter-provider-aws"), in("kubernetes-sigs+kueue"))}
	one, err := filepath.Glob(filepath.Join(in("kubernetes-sigs+gateway-api.standard"), "httproutes*.yaml"))
	if err != nil || len(one) != 1 {
		return nil, fmt.Errorf("there is no HTTPRoute in %s", corpus)
	}
	b.commands[lintOne] = slices.Repeat([][]string{lintArgs(one...)}, 4)
	plain, err := withoutRules(projects)
	if err != nil {
		return nil, err
	}
	b.commands[lintPlain] = [][]string{lintArgs(plain...)}
	if err := b.inJSON(plain, temp); err != nil {
		return nil, err
	}
	for _, p := range projects {
		b.commands[applyDry] = append(b.commands[applyDry], []string{"apply-dry", "--no-config", "--quiet", "--ignore-missing-crds", "--crds", p, filepath.Join(filepath.Dir(p), "objects")})
		b.commands[columns] = append(b.commands[columns], []string{"apply-dry", "--no-config", "--ignore-missing-crds", "--show-columns", "--crds", p, filepath.Join(filepath.Dir(p), "objects")})
	}
	return b, nil
}

// onExamples has the examples of this module do for the corpus.
func (b *bench) onExamples(root, temp string) error {
	example := func(name string) string { return filepath.Join(root, "examples", name) }
	for _, w := range []work{lintPlain, lintRules, lintOne} {
		b.commands[w] = b.commands[lintSmall]
	}
	b.commands[applyDry] = slices.Repeat([][]string{{"apply-dry", "--no-config", "--crds", example("widgets.yaml"), example("objects")}}, 10)
	b.commands[columns] = slices.Repeat([][]string{{"apply-dry", "--no-config", "--show-columns", "--crds", example("widgets.yaml"), example("objects")}}, 10)
	return b.inJSON([]string{example("widgets.yaml")}, temp)
}

// withoutRules returns the CRDs without CEL, whose compilation would outweigh all
// else.
func withoutRules(folders []string) (files []string, err error) {
	for _, folder := range folders {
		all, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
		if err != nil {
			return nil, err
		}
		for _, file := range all {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			if !bytes.Contains(text, []byte("x-kubernetes-validations")) {
				files = append(files, file)
			}
		}
	}
	return files, nil
}

// inJSON writes CRDs as JSON, as kubectl get prints them, and has those linted.
func (b *bench) inJSON(files []string, temp string) error {
	folder := filepath.Join(temp, "json")
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var value any
		if err := yaml.Unmarshal(text, &value); err != nil {
			return err
		}
		if text, err = indented(value); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(i, ".json")), text, 0o666); err != nil {
			return err
		}
	}
	b.commands[lintJSON] = [][]string{lintArgs(folder)}
	return nil
}
