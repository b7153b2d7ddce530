// Package rules holds the lint rules beyond kube-apiserver's own checks: problems of installing a CRD, mistakes
// in schemas and CEL rules, and the Kubernetes API conventions. All lists them.
//
// A lint rule is a value with its own documentation, in the file rule_ID.go. CONTRIBUTING.md tells how to add
// one. The other files run the lint rules, or hold code that several of them share. Facts about schemas,
// patterns and CEL rules come from packages of earlier rooms. Here a Rule is a lint rule; the rules in
// x-kubernetes-validations are CEL rules.
package rules

import (
	"strings"

	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/golang/gotypes"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// Rule is one lint rule. It has no state: its functions may be called on many CRDs concurrently. Each function
// that is set is called wherever it applies; most lint rules have one.
type Rule struct {
	// ID names the rule in findings, configuration and ignore comments. It is stable across releases.
	ID       string
	Severity finding.Severity
	Profile  Profile
	Topic    Topic

	// Title states the problem in one line.
	Title string
	// Why tells why the problem matters and what to do, in Markdown.
	Why string
	// Example is a diff between a CRD with a finding and one without; see Bad and Good. Document lists the
	// parts of a CRD that they may be.
	Example string
	// Old is the stored CRD that both sides replace, for lint rules of the topic Upgrade.
	Old string
	// Go is the Go file that both sides are generated from, for lint rules about that.
	Go string
	// GoExample is a diff between Go types with a finding and without, for lint rules with GoType. They have no
	// Example. See GoDocument.
	GoExample string
	// KubeVersions are the versions of Kubernetes on which the example has a finding, if the newest has none.
	KubeVersions string
	// Breaks is set for lint rules of the topic Upgrade whose findings mean that stored objects or requests of
	// clients are newly refused, or lose values.
	Breaks bool
	// Keywords are the keywords that the help tells the user to write or change. Leave it nil if the path of
	// each finding ends in the keyword, or if each has a fix. An empty list means that no marker in Go writes
	// the fix.
	Keywords []string
	// Narrows is set if following the help breaks somebody: the server then refuses values, loses them, or
	// merges them differently. New bounds and new names do so. If the stored CRD has the field, the help is for
	// a new version, and there is no fix.
	Narrows bool
	// Fixable is set if findings may have a fix.
	Fixable bool
	// ByType makes Run call Node once for each type of objects, at its first copy. The help counts the other
	// copies. Set it if Node only reads a field and its parent object.
	ByType  bool
	Options []Option

	// CRD is called once for each CRD.
	CRD func(*Pass)
	// GoType is called for each Go type that the CRD is generated from, without those of other modules.
	GoType func(*Pass, *gotypes.Declaration)
	// Version is called for each schema of a CRD.
	Version func(*Pass, *Version)
	// Node is called for each node of each schema that describes values of an object, parents first.
	Node func(*Pass, *Version, *schematree.Node)
	// Nested makes Run call Node also inside of allOf, anyOf, oneOf and not.
	Nested bool
	// Unwalked makes Run call Node also below patternProperties and additionalItems, which the server's checks
	// ignore.
	Unwalked bool
	// Expression is called for each CEL expression that compiles.
	Expression func(*Pass, *Version, *celcost.Expression)
	// Change is called for each change of the keywords in Changes, if there is a stored CRD.
	Change  func(*Pass, *schemadiff.Change)
	Changes []string
	// Crossed restricts Change to changes of stored fields that are now values of a map. Without it such
	// changes are skipped.
	Crossed bool
	// Digests is set if Set compares the specs of CRDs by their digests, which take time to compute.
	Digests bool
	// Set is called once in a run, with all CRDs.
	Set func(*SetPass)
}

// Topic is the subject of a lint rule.
type Topic string

// The topics, in the order of documentation.
const (
	// Install: problems between the file and the cluster.
	Install Topic = "install"
	// Schema: mistakes in schemas.
	Schema Topic = "schema"
	// CEL: mistakes in CEL rules.
	CEL Topic = "cel"
	// Upgrade: changes that break when a CRD replaces the stored one.
	Upgrade Topic = "upgrade"
	// Convention: the Kubernetes API conventions.
	Convention Topic = "convention"
)

// Topics lists the topics in their order.
func Topics() []Topic { return []Topic{Install, Schema, CEL, Upgrade, Convention} }

// Profile is a set of lint rules. Each profile includes the previous ones.
type Profile uint8

const (
	// Server has no lint rules: only the API server's answer.
	Server Profile = iota
	// Default has the lint rules whose findings are mistakes.
	Default
	// Strict adds the lint rules whose findings deserve a look.
	Strict
	// APIReview adds the API conventions.
	APIReview
	// ByName is for lint rules without a consensus. No profile has them; users enable them by ID.
	ByName
)

var profiles = [...]string{Server: "server", Default: "default", Strict: "strict", APIReview: "api-review", ByName: "by name"}

// String returns the profile's name in configurations.
func (p Profile) String() string { return profiles[p] }

// Profiles lists the names of the profiles that users can choose.
func Profiles() []string { return profiles[:ByName] }

// ParseProfile returns the profile of a name.
func ParseProfile(name string) (Profile, bool) {
	for p, s := range profiles[:ByName] {
		if s == name {
			return Profile(p), true
		}
	}
	return 0, false
}

// Option is a setting of a lint rule.
type Option struct {
	Name  string
	Title string
	// Default is an int64, a string or a []string, and the type of all values.
	Default any
	// Values are those that a string may be.
	Values []string
	// Pattern is the regular expression of the items of a list, and Form says it in words; "" for any strings.
	Pattern, Form string
}

// Find returns the lint rule of an ID, or nil.
func Find(id string) *Rule {
	for _, r := range All() {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// Bad returns the example in which the lint rule finds something.
func (r *Rule) Bad() string { return sideOf(r.Example, "- ") }

// Good returns the example in which the lint rule finds nothing.
func (r *Rule) Good() string { return sideOf(r.Example, "+ ") }

// GoBad returns the Go types in which the lint rule finds something.
func (r *Rule) GoBad() string { return sideOf(r.GoExample, "- ") }

// GoGood returns the Go types in which the lint rule finds nothing.
func (r *Rule) GoGood() string { return sideOf(r.GoExample, "+ ") }

// sideOf returns the lines of both sides of an example, and the lines with the mark of one side.
func sideOf(example, mark string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimPrefix(example, "\n")) {
		if has := line[:min(2, len(line))]; has == "  " || has == mark {
			b.WriteString(line[2:])
		}
	}
	return b.String()
}

// marked returns a text with a mark before each line.
func marked(mark, text string) string {
	return mark + strings.ReplaceAll(strings.Trim(text, "\n"), "\n", "\n"+mark) + "\n"
}
