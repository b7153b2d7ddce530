// Package upgrade lists the differences in behaviour between an old and a new CRD: for the server that installs
// it, for stored objects, for writers and for readers. Begin with Compare.
//
// Package schemadiff compares schemas; its list of changed keywords is complete. Package tighter removes changes
// that refuse nothing. Package witness searches for requests that show the other changes; a change without a
// witness says "may". A change is compatible only if it is for all objects that the old CRD accepts.
package upgrade

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/ast"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/internal/text/prose"
	"github.com/crdtool/crdtool/internal/upgrading/sample"
	"github.com/crdtool/crdtool/internal/upgrading/tighter"
	"github.com/crdtool/crdtool/internal/upgrading/witness"
)

// Options are the options of a comparison.
type Options struct {
	// Server is the behaviour of the server, and Requests the options for the requests of witnesses.
	Server   *behaviour.Behaviour
	Requests sample.Options
	// Installs reports whether the server accepts a CRD as new. If it refuses the update of such a CRD, witnesses are
	// searched nevertheless.
	Installs func(*crd.CustomResourceDefinition) bool
	// NoWitnesses skips the search for witnesses.
	NoWitnesses bool
	// Promises returns the smallest release that may break a version, by its name; Patch for a version that promises
	// nothing. Nil is Promised.
	Promises func(version string) Verdict
}

// Compare returns the changes between an old CRD and the new one, the most severe first. The defaults of both must
// be set, as Check does; checked is the server's answer about the new one.
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

// Added returns the change for a CRD that is new.
func Added(*crd.CustomResourceDefinition) []Change {
	return []Change{{Kind: &crdAdded, Class: crdAdded.Class, Message: "the CRD is new", New: finding.Root("metadata", "name")}}
}

// NotCompared returns the change for a CRD whose old version is not of apiextensions.k8s.io/v1.
func NotCompared(apiVersion string) []Change {
	return []Change{{
		Kind: &notCompared, Class: notCompared.Class, Message: "the old CRD is of " + apiVersion + ", which is not compared", Keyword: "apiVersion",
		Effect: notCompared.Effect, Help: notCompared.Help, Old: finding.Root("apiVersion"), New: finding.Root("apiVersion"),
	}}
}

// Removed returns the change for a CRD that is removed.
func Removed(was *crd.CustomResourceDefinition, o Options) []Change {
	c := &comparison{old: was, new: was, Options: o}
	if c.Promises == nil {
		c.Promises = Promised
	}
	c.add(&crdRemoved, "the CRD is gone").Old = finding.Root("metadata", "name")
	return c.found
}

// TooLargeToApply returns the change of a CRD that kubectl apply could install and no longer can, because its
// annotations would have more bytes than the server allows.
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
	// rules are the CEL rules of the new CRD by the path of their text; nil until needed.
	rules map[string]ruleFacts
	// before and after make the requests of witnesses under the old CRD and the new one.
	before, after *witness.Prover
}

// add adds a change of the CRD as a whole.
func (c *comparison) add(k *Kind, message string) *Change {
	c.found = append(c.found, Change{
		Kind: k, Class: k.Class, Breaking: k.Breaks && c.promised() == Major, Message: message, Effect: k.Effect, Help: k.Help,
		unpromised: c.promised() == Patch,
	})
	return &c.found[len(c.found)-1]
}

// promised returns the strongest promise of the versions that were served.
func (c *comparison) promised() Verdict {
	all := None
	for i := range c.old.Spec.Versions {
		if v := &c.old.Spec.Versions[i]; v.Served {
			all = worse(all, c.Promises(v.Name))
		}
	}
	if all == None {
		return Minor // no client can use the CRD
	}
	return all
}

// install adds the errors for which the server refuses the update.
func (c *comparison) install() {
	for i := range c.checked.Findings {
		f := &c.checked.Findings[i]
		n := c.add(&installRefused, "")
		n.Breaking = true // regardless of what the versions promise
		n.New, n.Server = f.Path, f
	}
}

// parser returns a parser for CEL rules at a place of the new CRD.
func (c *comparison) parser(at *schematree.Node) tighter.Parser {
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

// plainParser returns a parser for CEL rules if the new CRD has none.
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
