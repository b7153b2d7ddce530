package crd

import (
	"slices"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/cel/celrule"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/schema"
)

// Answer is what the server finds in a CRD.
type Answer struct {
	// Server is what it does.
	Server *kube.Behaviour
	// Findings are the errors; the server accepts the CRD if there are none.
	Findings finding.List
	// Warnings are what the server warns about when it accepts the CRD.
	Warnings finding.List
	// Offsets are, by index into Findings, the bytes of a CEL expression's text
	// that findings are about.
	Offsets map[int]int
	// Costs are the estimated costs of all rules, one entry a schema.
	Costs []Cost
	// Trees are the schemas, by the index of their version, and OldTrees those of the CRD
	// that is replaced; none if none is.
	Trees, OldTrees Trees
	// Unreached is what was not checked, as the checks before it found errors.
	Unreached Unreached
	// Panic is the place of what makes the server's code panic, so that the
	// connection closes without an answer; nil if nothing does.
	Panic *finding.Path
}

// Checker makes the server's checks for one Kubernetes version. It is safe for
// concurrent use, and one should serve a run of the program: what CRDs have in
// common in their rules is done once.
type Checker struct {
	behaviour kube.Behaviour
	words     finding.Wording
	rules     *celcost.Checker
}

// NewChecker returns a checker. Making one costs nothing.
func NewChecker(b kube.Behaviour) *Checker {
	return &Checker{behaviour: b, words: code.Wording(b), rules: celcost.NewChecker(b)}
}

// NewCheckers returns a checker for each of several servers, which share what they have in
// common.
func NewCheckers(all []kube.Behaviour) []*Checker {
	rules := celcost.NewCheckers(all)
	checkers := make([]*Checker, len(all))
	for i, b := range all {
		checkers[i] = &Checker{behaviour: b, words: code.Wording(b), rules: rules[i]}
	}
	return checkers
}

// Check makes the checks that kube-apiserver makes on a CRD that is created
// (old is nil) or that replaces old, as
// pkg/registry/customresourcedefinition and
// pkg/apis/apiextensions/validation of k8s.io/apiextensions-apiserver do. Both
// CRDs are changed as the server changes them first: defaults are set, and what
// the server manages by itself is taken from old or cleared.
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

// prepare does what the server's PrepareForCreate and PrepareForUpdate do.
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

// checker is one check under way.
type checker struct {
	*Checker
	crd, old *CustomResourceDefinition
	// trees are the schemas of both.
	trees, oldTrees Trees
	require         require
	// structural says that the schemas are to be structural.
	structural bool
	found      finding.List
	warned     finding.List
	panics     *finding.Path
	offsets    map[int]int
	stored     *storedExpressions // nil until they are asked for
	costs      []Cost
	// defaultsChecked are the schemas whose defaults have been looked at.
	defaultsChecked map[*schema.Schema]bool
	// stops are the schemas whose checks stop short.
	stops map[*schema.Tree]*stop
}

func (k *checker) add(found ...finding.Finding) {
	for i := range found {
		found[i].WordedBy(k.words)
	}
	k.found = append(k.found, found...)
}

// Behaviour returns that of the checker's server.
func (ch *Checker) Behaviour() kube.Behaviour { return ch.behaviour }

// Compiler returns the compiler of the checker's rules, for evaluating them.
func (ch *Checker) Compiler() *celrule.Compiler { return ch.rules.Compiler() }

// Rules returns the checker of rules, for remedies.
func (ch *Checker) Rules() *celcost.Checker { return ch.rules }
