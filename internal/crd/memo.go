package crd

import (
	"github.com/crdtool/crdtool/internal/celrule"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Memo notes which schemas of a document have good defaults, for servers that are asked
// about the document after another for which they mean the same. It is for one goroutine.
type Memo struct{ good map[defaults]bool }

// NewMemo returns a memo about a document.
func NewMemo() *Memo { return &Memo{map[defaults]bool{}} }

// defaults are the defaults of a schema, and all that decides over them.
type defaults struct {
	version  int
	unpruned bool // ones are refused
	rules    celrule.Meaning
	fields   kube.Fields
	formats  kube.Formats
	checks   kube.Checks
}

// defaultsOf returns those of the schema of a version.
func (k *checker) defaultsOf(t *schema.Tree, version int) defaults {
	d := defaults{version, k.require.prunedDefaults, k.Compiler().Meaning(t), k.behaviour.Fields, k.behaviour.Formats, k.behaviour.Checks}
	d.fields.SelectableFields, d.fields.ObservedGeneration = 0, 0
	d.formats.Warning = false
	// What is not about the values of objects.
	d.checks.CABundle, d.checks.TooManySelectableFieldsStay, d.checks.CostOfUnchangedSchemas = false, false, false
	d.checks.SetWarning, d.checks.NestedClosedMaps = false, false
	return d
}
