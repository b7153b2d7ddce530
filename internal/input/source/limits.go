package source

import (
	"fmt"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
)

const (
	// maxFileSize is what ReadFile reads at most. A server takes objects of up to
	// 3 MiB; a dump of all CRDs of a large cluster is some tens of MiB.
	maxFileSize = 64 << 20

	// maxDepth is how deep mappings and sequences may nest. Real CRDs stay below
	// 100; the server's JSON decoder and yaml.v3 stop at 10,000. Every reader of a
	// document may recurse without a thought for its stack.
	maxDepth = 1000

	// maxProblems is how many problems a file may have before the rest of it is
	// left unread. It is not a file of Kubernetes objects then.
	maxProblems = 1000
)

const tooDeep = "nested more than 1000 levels deep; make the document flatter, no server would accept it"

// inspection is one walk over the nodes of a new document that moves their
// lines to those of the file and finds what no reader could make sense of.
type inspection struct {
	shift    int
	breaks   *breaks // used instead of shift if not nil
	aliases  bool
	anchors  int            // how many it has met
	root     *yamlnode.Node // of the document
	searched int            // how often onlyWithin has searched it
	template *yamlnode.Node // what a template's {{ }} was read as
	problems []nodeProblem
}

// nodeProblem is a reason for which kubectl cannot turn a document into JSON.
type nodeProblem struct {
	node    *yamlnode.Node
	code    finding.Code
	message string
	ofJSON  bool // it is only one if the node gets into the JSON
}

// maxNodeProblems is how many of them are reported for one document.
const maxNodeProblems = 10

func (w *inspection) problem(n *yamlnode.Node, c finding.Code, message string) {
	if len(w.problems) < maxNodeProblems {
		w.problems = append(w.problems, nodeProblem{node: n, code: c, message: message})
	}
}

// ofJSON notes what has no form in JSON.
func (w *inspection) ofJSON(n *yamlnode.Node, message string) {
	if len(w.problems) < maxNodeProblems {
		w.problems = append(w.problems, nodeProblem{n, code.NoJSONValue, message, true})
	}
}

// move gives a node its position in the file.
func (w *inspection) move(n *yamlnode.Node) {
	if w.breaks != nil {
		w.breaks.move(n)
		return
	}
	n.Place(n.Line()+w.shift, n.Column())
}

func (w *inspection) walk(n *yamlnode.Node, depth int) {
	if depth > maxDepth {
		if depth == maxDepth+1 {
			w.problem(n, code.Limits, tooDeep)
		}
		w.move(n)
		return
	}
	w.move(n)
	if n.Anchor() != "" {
		w.anchors++
	}
	switch n.Kind {
	case yamlnode.Scalar:
		w.scalar(n)
	case yamlnode.Alias:
		w.aliases = true
	case yamlnode.Sequence:
		for _, c := range n.Content {
			w.walk(c, depth+1)
		}
	case yamlnode.Mapping:
		var last map[any]int
		for i := 0; i+1 < len(n.Content); i += 2 {
			k, v := n.Content[i], n.Content[i+1]
			if k.Kind == yamlnode.Scalar && isText(k) {
				w.move(k)
			} else {
				w.key(n, k, v, depth)
			}
			found, anchors := len(w.problems), w.anchors
			w.walk(v, depth+1)
			if len(w.problems) > found {
				if last == nil {
					last = lastKeys(n)
				}
				if at, ok := last[identity(k)]; ok && at > i && (w.anchors == anchors || w.onlyWithin(v)) {
					w.overwritten(found)
				}
			}
		}
	}
}

// overwritten forgets the problems from an index on that only a value has that gets into
// the JSON: those were of the value of a key that stands in the mapping once more, and to
// which no alias leads from elsewhere.
func (w *inspection) overwritten(from int) {
	kept := w.problems[:from]
	for _, p := range w.problems[from:] {
		if !p.ofJSON {
			kept = append(kept, p)
		}
	}
	w.problems = kept
}

// mostSearched is how often a document is searched for aliases that lead into a value.
const mostSearched = 20

// onlyWithin reports whether no alias outside of a value leads into it. It is not known of more
// than a few values.
func (w *inspection) onlyWithin(v *yamlnode.Node) bool {
	if w.searched++; w.searched > mostSearched || w.root == nil {
		return false
	}
	anchored := map[*yamlnode.Node]bool{}
	each(v, nil, func(n *yamlnode.Node) {
		if n.Anchor() != "" {
			anchored[n] = true
		}
	})
	within := true
	each(w.root, v, func(n *yamlnode.Node) { within = within && !anchored[n.Alias()] })
	return within
}

// each calls f for a node and all below it but for one and what is below that.
func each(n, but *yamlnode.Node, f func(*yamlnode.Node)) {
	if n == but {
		return
	}
	f(n)
	for _, c := range n.Content {
		each(c, but, f)
	}
}

// lastKeys are where the keys of a mapping stand for the last time.
func lastKeys(n *yamlnode.Node) map[any]int {
	last := make(map[any]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k := identity(n.Content[i]); k != nil {
			last[k] = i
		}
	}
	return last
}

// identity is by what kubectl's library knows a key again: 1, 1.0 and "1" are three. It is
// nil for a key that is no scalar.
func identity(k *yamlnode.Node) any {
	if k = Resolve(k); k == nil || k.Kind != yamlnode.Scalar || k.IsMerge() {
		return nil
	}
	if isText(k) {
		return k.Value
	}
	switch v := raw(k).(type) {
	case string, bool, int64, float64:
		return v
	}
	return nil
}

// scalar notes a value that JSON or its own tag rules out.
func (w *inspection) scalar(n *yamlnode.Node) {
	if isText(n) {
		return
	}
	if w.badTag(n) {
		return
	}
	if f, ok := raw(n).(float64); ok {
		if s := unsupported(f); s != "" {
			w.ofJSON(n, fmt.Sprintf("%s cannot be converted to JSON (%s); write a finite number, or put quotes around it for a string", n.Value, s))
		}
	}
}

func (w *inspection) badTag(n *yamlnode.Node) bool {
	if n.Kind != yamlnode.Scalar || n.Style&yamlnode.Tagged == 0 {
		return false
	}
	_, problem := tagged(n.Tag(), n.Value)
	if problem != "" {
		w.problem(n, code.NoJSONValue, problem+"; change the value or leave out the tag")
	}
	return problem != ""
}

// key looks at a key that is not plainly a string.
func (w *inspection) key(parent, k, v *yamlnode.Node, depth int) {
	if k.IsMerge() {
		w.move(k)
		if !mergeable(v) {
			w.problem(k, code.NoJSONValue, "map merge requires map or sequence of maps as the value; give \"<<\" an alias of a mapping, or put quotes around it")
		}
		return
	}
	if k.Kind == yamlnode.Scalar {
		w.move(k) // .inf and .nan, which no value can be, are fine as keys
	} else {
		w.walk(k, depth+1)
	}
	if w.badTag(k) {
		return
	}
	// Two braces in a row are read as a mapping that is the key of another.
	if k.Kind == yamlnode.Mapping && k.Style&yamlnode.Flow != 0 && parent.Style&yamlnode.Flow != 0 &&
		k.Line() == parent.Line() && k.Column() == parent.Column()+1 && w.template == nil {
		w.template = parent
	}
	if _, ok := Key(k); ok {
		return
	}
	const cannot, instead = "a mapping's key cannot be ", "; put quotes around it"
	switch target := Resolve(k); {
	case target.Kind != yamlnode.Scalar:
		w.problem(k, code.NoJSONValue, cannot+"a mapping or sequence"+instead)
	case raw(target) == nil:
		w.ofJSON(k, cannot+"null"+instead)
	default:
		w.ofJSON(k, cannot+"an integer that large"+instead)
	}
}

func mergeable(v *yamlnode.Node) bool {
	if v.Kind != yamlnode.Sequence { // an alias of a list will not do
		return Resolve(v).Kind == yamlnode.Mapping
	}
	for _, item := range v.Content {
		if Resolve(item).Kind != yamlnode.Mapping {
			return false
		}
	}
	return true
}

// expansion counts what reading a document with aliases costs, the way yaml.v2
// does, so that exactly those documents are refused that kubectl refuses. After
// it has passed a document, following aliases takes at most some 400,000 steps
// more than the document has nodes.
type expansion struct {
	decoded, aliased int
	depth            int // of aliases
	level            int // of nesting
	open             map[*yamlnode.Node]bool
	failed           *yamlnode.Node
	message          string
}

// expand visits n and what its aliases stand for. It reports false when that
// has to stop.
func (x *expansion) expand(n *yamlnode.Node) bool {
	x.decoded++
	if x.depth > 0 {
		x.aliased++
	}
	if x.aliased > 100 && x.decoded > 1000 && float64(x.aliased)/float64(x.decoded) > allowedAliases(x.decoded) {
		x.failed, x.message = n, "document contains excessive aliasing; write the repeated parts out or use fewer aliases inside of anchored parts"
		return false
	}
	x.level++
	defer func() { x.level-- }()
	if x.level > maxDepth+1 {
		x.failed, x.message = n, tooDeep
		return false
	}
	switch n.Kind {
	case yamlnode.Alias:
		if x.open[n] {
			x.failed, x.message = n, fmt.Sprintf("anchor '%s' value contains itself; an alias cannot be inside the value that it refers to", n.Value)
			return false
		}
		if x.open == nil {
			x.open = map[*yamlnode.Node]bool{}
		}
		x.open[n] = true
		x.depth++
		ok := x.expand(n.Alias())
		x.depth--
		delete(x.open, n)
		return ok
	case yamlnode.Sequence:
		for _, c := range n.Content {
			if !x.expand(c) {
				return false
			}
		}
	case yamlnode.Mapping:
		for i := 0; i+1 < len(n.Content); i += 2 {
			k, v := n.Content[i], n.Content[i+1]
			if k.IsMerge() {
				if !x.merge(v) {
					return false
				}
				continue
			}
			if !x.expand(k) || !x.expand(v) {
				return false
			}
		}
	}
	return true
}

// merge counts the value of a merge key, of which a list itself is not decoded.
func (x *expansion) merge(n *yamlnode.Node) bool {
	if n.Kind != yamlnode.Sequence {
		return x.expand(n)
	}
	for i := len(n.Content) - 1; i >= 0; i-- {
		if !x.expand(n.Content[i]) {
			return false
		}
	}
	return true
}

// allowedAliases is the part of a document's decoding that may come from
// aliases: 99 % up to 400,000 steps, falling to 10 % at 4,000,000.
func allowedAliases(decoded int) float64 {
	const low, high = 400_000, 4_000_000
	switch {
	case decoded <= low:
		return 0.99
	case decoded >= high:
		return 0.10
	}
	return 0.99 - 0.89*(float64(decoded-low)/(high-low))
}
