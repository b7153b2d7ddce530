package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/crdtool/crdtool/internal/input/kustomize"
	"github.com/crdtool/crdtool/internal/output/render"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/report"
)

// objectsTwice finds objects that occur twice in a run. In one file, or in a directory with a kustomization,
// one overwrites the other when they are applied. Files of other directories may be variants, and directories
// may be overlays: there the objects are only counted.
type objectsTwice struct {
	first map[objectName]objectPlace
	notes []report.Finding
	// beside counts objects that occur in another file of their directory, apart objects that occur in another
	// directory.
	beside, apart int
	example       string // an object counted in beside

	kustomized map[string]bool // by directory
}

// objectName identifies an object in a cluster.
type objectName struct{ group, kind, namespace, name string }

type objectPlace struct {
	file  string
	line  int
	apart bool
}

// nameOf returns the name of an object, and false if the server generates it.
func nameOf(r *report.Result) (objectName, bool) {
	metadata, _ := r.Sent["metadata"].(map[string]any)
	name, _ := metadata["name"].(string)
	group, _, _ := strings.Cut(r.APIVersion, "/")
	return objectName{group, r.Kind, r.Namespace, name}, name != ""
}

// add adds an object, and returns a finding if it overwrites another.
func (t *objectsTwice) add(name objectName, r *report.Result) *report.Finding {
	there, again := t.first[name]
	if !again {
		if t.first == nil {
			t.first = map[objectName]objectPlace{}
		}
		t.first[name] = objectPlace{file: r.File, line: r.Line}
		return nil
	}
	if t.folder(there.file) != t.folder(r.File) {
		if !there.apart {
			there.apart = true
			t.first[name] = there
			t.apart++
		}
		return nil
	}
	if there.file != r.File && !t.isKustomized(filepath.Dir(r.File)) {
		if t.beside == 0 {
			t.example = fmt.Sprintf("%s in %s:%d and %s:%d", r.Title(), there.file, there.line, r.File, r.Line)
		}
		t.beside++
		return nil
	}
	t.notes = append(t.notes, report.Finding{
		Rule: code.ObjectTwice.Rule(), Code: report.Code(code.ObjectTwice), Severity: finding.Info,
		Message: fmt.Sprintf("%s is in %s:%d, too; the one that is applied last counts", r.Title(), there.file, there.line),
		File:    r.File, Line: r.Line, Column: 1, EndLine: r.Line, EndColumn: 1, Object: r.Title(),
		Related: []report.Related{{Message: "the first of them", File: there.file, Line: there.line, Column: 1, EndLine: there.line, EndColumn: 1}},
	})
	return &t.notes[len(t.notes)-1]
}

// maxListedTwice limits how many objects the text lists before it counts the rest.
const maxListedTwice = 5

// write prints a line for each object that occurs twice.
func (t *objectsTwice) write(b *bytes.Buffer, verbose bool) {
	for i := range t.notes {
		if i == maxListedTwice && !verbose {
			fmt.Fprintf(b, "%s more like this, listed with --verbose\n", prose.Count(len(t.notes)-maxListedTwice, "object"))
			break
		}
		f := &t.notes[i]
		fmt.Fprintf(b, "%s:%d: %s: %s [%s]\n", render.Escape(f.File), f.Line, f.Severity, render.Escape(f.Message), f.Rule)
	}
	if len(t.notes) > 0 {
		b.WriteByte('\n')
	}
}

// folder returns the directory of a file; for the output of a kustomization it is that of the kustomization.
func (t *objectsTwice) folder(file string) string {
	if t.isKustomized(file) {
		return file
	}
	return filepath.Dir(file)
}

// isKustomized reports whether a directory has a kustomization.
func (t *objectsTwice) isKustomized(dir string) bool {
	is, known := t.kustomized[dir]
	if !known {
		is = kustomize.IsDir(dir)
		if t.kustomized == nil {
			t.kustomized = map[string]bool{}
		}
		t.kustomized[dir] = is
	}
	return is
}

// lines returns the counts of objects that may be variants or overlays.
func (t *objectsTwice) lines() []string {
	var lines []string
	switch t.beside {
	case 0:
	case 1:
		lines = append(lines, "1 object is in two files of a directory: "+t.example)
	default:
		lines = append(lines, fmt.Sprintf("%d objects are also in another file of their directory, such as %s", t.beside, t.example))
	}
	switch t.apart {
	case 0:
	case 1:
		lines = append(lines, "1 object is in several directories")
	default:
		lines = append(lines, fmt.Sprintf("%d objects are in several directories", t.apart))
	}
	return lines
}
