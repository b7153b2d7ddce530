// Package rules holds the lint rules that go beyond kube-apiserver's own checks:
// what hurts when a CRD is installed, what its schema and its CEL rules get
// wrong, and what reviewers of Kubernetes APIs ask for. All lists them.
//
// A lint rule is a value that carries its own documentation, in the file
// rule_ID.go. To add one, see CONTRIBUTING.md. The other files run the lint rules or
// hold what several of them share, each named for it. Facts about schemas, patterns
// and CEL rules come from packages of earlier rooms. In code and comments here a Rule
// is a lint rule, and those in x-kubernetes-validations are CEL rules.
package rules

import (
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/cel/celcost"
	"github.com/crdtool/crdtool/internal/schemas/schemadiff"
	"github.com/crdtool/crdtool/schema"
)

// Rule is one lint rule. It has no state: the functions may be called on many
// CRDs at once. Each of them that is set is called wherever it applies; most
// lint rules have one.
type Rule struct {
	// ID is what findings, configuration and ignore comments name it by. It does
	// not change from release to release.
	ID       string
	Severity finding.Severity
	Profile  Profile
	Topic    Topic

	// Title says in one line what is wrong where the lint rule finds something.
	Title string
	// Why says why that matters and what to do, in Markdown.
	Why string
	// Example is a diff between a CRD where the lint rule finds something and one where it finds nothing; see Bad
	// and Good. Document says which parts of a CRD they may be.
	Example string
	// Old is the stored CRD that both replace, for lint rules of the topic Upgrade.
	Old string
	// Go is the file that both are generated from, if the lint rule is about that.
	Go string
	// KubeVersions are the versions of Kubernetes on which the lint rule finds something in the example, if
	// it finds nothing on the newest.
	KubeVersions string
	// Breaks is set if the lint rule is of the topic Upgrade and what it finds can
	// have stored objects or requests of clients refused that were not before, or take
	// something from them.
	Breaks bool
	// Keywords are the keywords that the help of its findings tells the user to write or
	// change. Leave it nil if the path of each finding ends in the keyword, or if each has a
	// fix. An empty list is for what no marker in Go makes.
	Keywords []string
	// Narrows is set if following the help breaks somebody: the server then refuses values,
	// loses them, or merges them in another way. A bound does so, and another name, too. If
	// the stored CRD has the field, the help is for a new version, and there is no fix.
	Narrows bool
	// Fixable is set if findings can come with a fix.
	Fixable bool
	// ByType has Node called once for each type of objects, at its first copy; the help of
	// its findings counts the other copies. Set it if Node looks at nothing but a field and
	// the object that it is in.
	ByType  bool
	Options []Option

	// CRD is called once for each CRD.
	CRD func(*Pass)
	// Version is called for each schema of a CRD.
	Version func(*Pass, *Version)
	// Node is called for each node of each schema, parents first, that stands for
	// values of an object.
	Node func(*Pass, *Version, *schema.Node)
	// Nested has Node called for nodes inside of allOf, anyOf, oneOf and not, too.
	Nested bool
	// Unwalked has Node called for nodes below patternProperties and
	// additionalItems, too, which the server's checks ignore.
	Unwalked bool
	// Expression is called for each CEL expression that compiles.
	Expression func(*Pass, *Version, *celcost.Expression)
	// Change is called for each change of a keyword among Changes, if there is a
	// stored CRD.
	Change  func(*Pass, *schemadiff.Change)
	Changes []string
	// Crossed has Change called for the changes of fields of the stored CRD that are
	// values of a map now, and for no others.
	Crossed bool
	// Digests is set if Set compares the specs of CRDs by their digests, which
	// take time.
	Digests bool
	// Set is called once in a run, with all its CRDs.
	Set func(*SetPass)
}

// Topic is what a lint rule is about.
type Topic string

// The topics, in the order in which lint rules are listed.
const (
	// Install is what goes wrong between the file and the cluster.
	Install Topic = "install"
	// Schema is what a schema gets wrong.
	Schema Topic = "schema"
	// CEL is what CEL rules get wrong.
	CEL Topic = "cel"
	// Upgrade is what breaks when a CRD replaces the one in the cluster.
	Upgrade Topic = "upgrade"
	// Convention is what the Kubernetes API conventions ask for.
	Convention Topic = "convention"
)

// Topics lists the topics in their order.
func Topics() []Topic { return []Topic{Install, Schema, CEL, Upgrade, Convention} }

// Profile is a set of lint rules; each has all of those before it.
type Profile uint8

const (
	// Server has none of our lint rules: only what the API server says.
	Server Profile = iota
	// Default has the lint rules whose findings are mistakes.
	Default
	// Strict adds the lint rules whose findings deserve a look.
	Strict
	// APIReview adds the API conventions.
	APIReview
	// ByName is for lint rules about which opinion is divided. No profile has
	// them; they are switched on by their name.
	ByName
)

var profiles = [...]string{Server: "server", Default: "default", Strict: "strict", APIReview: "api-review", ByName: "by name"}

// String returns the profile's name as it stands in configuration.
func (p Profile) String() string { return profiles[p] }

// Profiles lists the names of the profiles that can be chosen.
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

// Option is something about a lint rule that configuration can set.
type Option struct {
	Name  string
	Title string
	// Default is an int64 or a []string, and so are the values that are taken.
	Default any
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
func (r *Rule) Bad() string { return r.sideOfExample("- ") }

// Good returns the example in which the lint rule finds nothing.
func (r *Rule) Good() string { return r.sideOfExample("+ ") }

// sideOfExample returns the lines that both sides of the example have, and those with the mark of one.
func (r *Rule) sideOfExample(mark string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimPrefix(r.Example, "\n")) {
		if has := line[:min(2, len(line))]; has == "  " || has == mark {
			b.WriteString(line[2:])
		}
	}
	return b.String()
}

// marked returns a text in which each line has a mark.
func marked(mark, text string) string {
	return mark + strings.ReplaceAll(strings.Trim(text, "\n"), "\n", "\n"+mark) + "\n"
}
