package crd

import (
	"slices"
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Memo notes what servers that are asked about a document have in common: what is read
// from it, and which of its schemas have good defaults. It is for one goroutine.
type Memo struct {
	read  *CustomResourceDefinition // before any server changes it; nil if servers differ
	flaws []schema.Flaw
	trees []*schema.Tree
	good  map[defaults]bool
}

// NewMemo returns a memo about a document.
func NewMemo() *Memo { return &Memo{good: map[defaults]bool{}} }

// DecodeOnce is Decode of the document of a memo, which may be nil.
func (ch *Checker) DecodeOnce(doc *source.Document, m *Memo) (*CustomResourceDefinition, []schema.Flaw) {
	if m == nil {
		return ch.Decode(doc)
	}
	if m.read != nil {
		c := m.read.besideSchemas()
		c.Memo = m
		return c, m.flaws
	}
	c, flaws, same := decode(doc, &ch.behaviour.Fields)
	if same {
		m.read, m.flaws = c.besideSchemas(), flaws
	}
	c.Memo = m
	return c, flaws
}

// Copy returns a copy with the same schemas, which nobody may change.
func (c *CustomResourceDefinition) Copy() *CustomResourceDefinition {
	out := c.besideSchemas()
	out.Memo = nil
	return out
}

// besideSchemas returns a copy with the same schemas, which have no field that a server
// would drop.
func (c *CustomResourceDefinition) besideSchemas() *CustomResourceDefinition {
	copied := *c
	c.Metadata.DeepCopyInto(&copied.Metadata)
	copied.Spec.Versions = slices.Clone(c.Spec.Versions)
	if of := c.Spec.Conversion; of != nil {
		conversion := *of
		copied.Spec.Conversion = &conversion
		if of.Webhook != nil {
			webhook := *of.Webhook
			conversion.Webhook = &webhook
			if of.Webhook.ClientConfig != nil {
				client := *of.Webhook.ClientConfig
				webhook.ClientConfig = &client
				if of.Webhook.ClientConfig.Service != nil {
					service := *of.Webhook.ClientConfig.Service
					client.Service = &service
				}
			}
		}
	}
	copied.Status.Conditions = slices.Clone(c.Status.Conditions)
	copied.Status.StoredVersions = slices.Clone(c.Status.StoredVersions)
	return &copied
}

// treesOf lays out the schemas, unless that was done for a server that has the same.
func (m *Memo) treesOf(s *Spec) Trees {
	if m == nil || m.read == nil {
		return trees(s)
	}
	if m.trees == nil {
		m.trees = trees(s)
	}
	return m.trees
}

// defaults are the defaults of a schema, and all that decides over whether they are good.
type defaults struct {
	version  int
	unpruned bool // ones are refused
	rules    celrule.Meaning
	asNew    bool // the rules are run on them, too
	formats  kube.Formats
}

// defaultsOf returns those of the schema of a version. Of what servers differ in it has
// what matters to the schemas at which there are defaults, and to those within.
func (k *checker) defaultsOf(t *schema.Tree, version int) defaults {
	d := defaults{version: version, unpruned: k.require.prunedDefaults}
	var rules []*schema.ValidationRule
	var hasRange, hasNumber, hasName, unreadable bool
	for i := 0; i < len(t.Nodes); {
		if t.Nodes[i].Default == nil {
			i++
			continue
		}
		for end := int(t.Nodes[i].End); i < end; i++ {
			s := t.Nodes[i].Schema
			hasNumber = hasNumber || anyNumber(s.Default)
			hasRange = hasRange || s.Type == "integer" || s.Type == "number"
			hasName = hasName || kube.NameFormat(s.Format)
			unreadable = unreadable || celrule.Unreadable(s)
			for j := range s.XValidations() {
				r := &s.XValidations()[j]
				rules = append(rules, r)
				d.asNew = d.asNew || strings.Contains(r.Rule, "oldSelf")
			}
		}
	}
	if len(rules) > 0 {
		d.rules = k.Compiler().Meaning(rules, unreadable)
		d.asNew = d.asNew && k.behaviour.Checks.RulesOfDefaults
	}
	d.formats.ByType = hasRange && hasNumber && k.behaviour.Formats.ByType
	d.formats.NamesInDefaults = hasName && k.behaviour.Formats.NamesInDefaults
	return d
}

// anyNumber reports whether a value is or has a number.
func anyNumber(v any) bool {
	switch v := v.(type) {
	case int64, float64:
		return true
	case []any:
		return slices.ContainsFunc(v, anyNumber)
	case map[string]any:
		for _, e := range v {
			if anyNumber(e) {
				return true
			}
		}
	}
	return false
}
