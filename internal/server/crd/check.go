package crd

import (
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/schema"
)

// Answer is the server's answer to a CRD.
type Answer struct {
	// Server is the behaviour of the server.
	Server *behaviour.Behaviour
	// Findings are the errors; the server accepts the CRD if there are none.
	Findings finding.List
	// Warnings are the server's warnings about a CRD that it accepts.
	Warnings finding.List
	// Offsets are byte offsets into the text of a CEL expression, by the index in Findings of a finding about it.
	Offsets map[int]int
	// Costs are the estimated costs of all rules, with one entry for each schema.
	Costs []Cost
	// Trees are the schemas by the index of their version. OldTrees are the schemas of the CRD that is replaced, if
	// any.
	Trees, OldTrees Trees
	// Unreached lists what the server did not check because earlier checks found errors.
	Unreached Unreached
	// Panic is the place of the value that makes the server's code panic, so that the connection closes without an
	// answer; nil if there is none.
	Panic *finding.Path
}

// Checker makes the server's checks for one Kubernetes version. It is safe for concurrent use. A run of the program
// needs only one: it shares the compiled rules of all CRDs.
type Checker struct {
	behaviour behaviour.Behaviour
	words     finding.Wording
	rules     *celcost.Checker
}

// NewChecker returns a checker for a server. The call is cheap.
func NewChecker(b behaviour.Behaviour) *Checker {
	return &Checker{behaviour: b, words: code.Wording(b), rules: celcost.NewChecker(b)}
}

// NewCheckers returns a checker for each of several servers. The checkers share the work that is the same for all
// servers.
func NewCheckers(all []behaviour.Behaviour) []*Checker {
	rules := celcost.NewCheckers(all)
	checkers := make([]*Checker, len(all))
	for i, b := range all {
		checkers[i] = &Checker{behaviour: b, words: code.Wording(b), rules: rules[i]}
	}
	return checkers
}

// Check makes the checks that kube-apiserver makes on a CRD that is created (old is nil) or that replaces old. It
// mirrors pkg/registry/customresourcedefinition and pkg/apis/apiextensions/validation of
// k8s.io/apiextensions-apiserver. It first changes both CRDs as the server does: it sets defaults, and copies fields
// that the server manages from old or clears them.
func (ch *Checker) Check(c, old *CustomResourceDefinition) Answer {
	c.Default()
	if old != nil {
		old.Default()
		if !IsStored(old) {
			DropUnused(old, nil, ch.behaviour.Fields) // as when it was created
		}
	}
	prepare(c, old)
	DropUnused(c, old, ch.behaviour.Fields)

	k := &checker{Checker: ch, crd: c, old: old, trees: c.Memo.treesOf(&c.Spec)}
	if old != nil {
		k.oldTrees = trees(&old.Spec)
	}
	k.require = requirements(old, k.oldTrees, ch.behaviour.Checks)
	k.mergeOwners()
	k.metadata()
	k.group()
	k.scope()
	k.schemasPresent()
	k.versions()
	k.namesPresent()
	k.names(&c.Spec.Names, spec("names"))
	k.names(&c.Status.AcceptedNames, finding.Root("status", "acceptedNames"))
	k.conversion()
	k.storedVersions()
	k.approval()
	k.preserveUnknownFields()
	k.immutable()
	k.commonMetadata()
	return Answer{Server: &ch.behaviour, Findings: k.found, Warnings: append(k.warned, k.warnings()...), Offsets: k.offsets, Costs: k.costs, Trees: k.trees, OldTrees: k.oldTrees, Unreached: k.unreached(), Panic: k.panics}
}

// prepare mirrors the server's PrepareForCreate and PrepareForUpdate.
func prepare(c, old *CustomResourceDefinition) {
	prepareMetadata(c, old)
	c.Status = Status{}
	if old != nil {
		c.Status = old.Status
		c.Status.StoredVersions = append([]string(nil), old.Status.StoredVersions...)
	}
	if v, found := c.Spec.StorageVersion(); found && !slices.Contains(c.Status.StoredVersions, v) {
		c.Status.StoredVersions = append(c.Status.StoredVersions, v)
	}
}

// checker holds the state of one check.
type checker struct {
	*Checker
	crd, old *CustomResourceDefinition
	// trees and oldTrees are the schemas of crd and old.
	trees, oldTrees Trees
	require         require
	// structural is set if the schemas must be structural.
	structural bool
	found      finding.List
	warned     finding.List
	panics     *finding.Path
	offsets    map[int]int
	stored     *storedExpressions // nil until the first use
	costs      []Cost
	// defaultsChecked are the schemas whose defaults were checked.
	defaultsChecked map[*schema.Schema]bool
	// stops are the schemas that are not checked to the end.
	stops map[*schematree.Tree]*stop
}

func (k *checker) add(found ...finding.Finding) {
	for i := range found {
		found[i].WordedBy(k.words)
	}
	k.found = append(k.found, found...)
}

// Behaviour returns the behaviour of the checker's server.
func (ch *Checker) Behaviour() behaviour.Behaviour { return ch.behaviour }

// Compiler returns the compiler of the checker's CEL rules, which also evaluates them.
func (ch *Checker) Compiler() *celrule.Compiler { return ch.rules.Compiler() }

// Rules returns the checker of CEL rules, which also finds remedies.
func (ch *Checker) Rules() *celcost.Checker { return ch.rules }
