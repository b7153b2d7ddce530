// Package upgrade says what the new CRD of two does otherwise: to the server that is to
// install it, to objects that are stored, to those who write objects and to those who
// read them. Compare is the place to start.
//
// Schemas are compared by schemadiff, whose list of changed keywords is complete; package
// tighter takes away what refuses nothing. What is left is looked for by package witness:
// a change that nothing shows says that somebody may notice. What is called compatible is
// so for all objects that the old CRD accepts.
package upgrade

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Options say how to compare.
type Options struct {
	// Server is what the server does, and Requests answers those of witnesses.
	Server   *kube.Behaviour
	Requests sample.Options
	// Installs reports whether the server accepts a CRD that replaces none. Where it
	// refuses the update of such a CRD, there are objects to look for all the same.
	Installs func(*crd.CustomResourceDefinition) bool
	// NoWitnesses looks for none.
	NoWitnesses bool
	// Promises is the least release in which what breaks a version may go out, by its name:
	// Patch for one that promises nothing at all; nil for Promised.
	Promises func(version string) Verdict
}

// Compare returns what a CRD does otherwise than the old one that it replaces, the worst
// first. The defaults of both are set, as Check does for both; checked is its answer about
// the new one.
func Compare(old, new *crd.CustomResourceDefinition, checked *crd.Answer, o Options) []Change {
	c := &comparison{old: old, new: new, checked: checked, Options: o, judge: tighter.New(o.Server)}
	if c.Promises == nil {
		c.Promises = Promised
	}
	c.install()
	c.names()
	c.conversion()
	c.versions()
	c.losses()
	c.metadata()
	c.prove()
	slices.SortStableFunc(c.found, func(a, b Change) int {
		return cmp.Or(breakingFirst(a.Breaking, b.Breaking), a.Class.Rank()-b.Class.Rank())
	})
	return c.found
}

// Added is what a CRD does that replaces none.
func Added(*crd.CustomResourceDefinition) []Change {
	return []Change{{Kind: &crdAdded, Class: crdAdded.Class, Message: "the CRD is new", New: finding.Root("metadata", "name")}}
}

// NotCompared returns the change of a CRD whose old one is of another API version than v1.
func NotCompared(apiVersion string) []Change {
	return []Change{{
		Kind: &notCompared, Class: notCompared.Class, Message: "the old CRD is of " + apiVersion + ", which is not compared", Keyword: "apiVersion",
		Effect: notCompared.Effect, Help: notCompared.Help, Old: finding.Root("apiVersion"), New: finding.Root("apiVersion"),
	}}
}

// Removed is what it does that a CRD is not there any more.
func Removed(was *crd.CustomResourceDefinition, o Options) []Change {
	c := &comparison{old: was, new: was, Options: o}
	if c.Promises == nil {
		c.Promises = Promised
	}
	c.add(&crdRemoved, "the CRD is gone").Old = finding.Root("metadata", "name")
	return c.found
}

// TooLargeToApply returns the change of a CRD that kubectl apply could install and no longer can,
// as its annotations would have more bytes than the server allows.
func TooLargeToApply(old *crd.CustomResourceDefinition, size, limit int, o Options) Change {
	c := &comparison{old: old, new: old, Options: o}
	if c.Promises == nil {
		c.Promises = Promised
	}
	n := c.add(&tooLargeToApply, fmt.Sprintf("kubectl apply is refused: it would annotate the CRD with %s bytes, and at most %s are allowed", prose.Thousands(size), prose.Thousands(limit)))
	n.New = finding.Root("metadata")
	return *n
}

type comparison struct {
	Options
	old, new *crd.CustomResourceDefinition
	checked  *crd.Answer
	judge    *tighter.Judge
	found    []Change
	// rules are the CEL rules of the new CRD by the path of their text, once somebody asked.
	rules map[string]ruled
	// provers make the requests of witnesses, under the old CRD and the new one.
	before, after *witness.Prover
}

// add notes a change of the CRD as a whole.
func (c *comparison) add(k *Kind, message string) *Change {
	c.found = append(c.found, Change{
		Kind: k, Class: k.Class, Breaking: k.Breaks && c.promised() == Major, Message: message, Effect: k.Effect, Help: k.Help,
		unpromised: c.promised() == Patch,
	})
	return &c.found[len(c.found)-1]
}

// promised is what the versions that were served promise together: the most of them all.
func (c *comparison) promised() Verdict {
	all := None
	for i := range c.old.Spec.Versions {
		if v := &c.old.Spec.Versions[i]; v.Served {
			all = worse(all, c.Promises(v.Name))
		}
	}
	if all == None {
		return Minor // nobody can ask for it
	}
	return all
}

// install notes why the server refuses the update.
func (c *comparison) install() {
	for i := range c.checked.Findings {
		f := &c.checked.Findings[i]
		n := c.add(&installRefused, "")
		n.Breaking = true // whatever the versions promise
		n.New, n.Server = f.Path, f
	}
}

// parser parses CEL rules of a place of the new CRD.
func (c *comparison) parser(at *schema.Node) tighter.Parser {
	var other *celcost.Expression
	for i := range c.checked.Costs {
		cost := &c.checked.Costs[i]
		all := cost.Expressions
		if len(all) == 0 {
			continue
		}
		if other == nil {
			other = &all[0]
		}
		if int(at.ID) >= len(cost.Tree.Nodes) || &cost.Tree.Nodes[at.ID] != at {
			continue
		}
		first, _ := slices.BinarySearchFunc(all, at.ID, func(e celcost.Expression, id int32) int { return cmp.Compare(e.Node, id) })
		for ; first < len(all) && all[first].Node == at.ID; first++ {
			if !all[first].Message {
				return all[first].ParseHere
			}
		}
	}
	if other == nil {
		return plainParser()
	}
	return other.Parse
}

// plainParser parses CEL rules where the new CRD has none.
var plainParser = sync.OnceValue(func() tighter.Parser {
	env, err := cel.NewEnv(cel.OptionalTypes())
	if err != nil {
		panic(err)
	}
	return func(text string) *ast.AST {
		tree, issues := env.Parse(text)
		if issues.Err() != nil {
			return nil
		}
		return tree.NativeRep()
	}
})

func breakingFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
