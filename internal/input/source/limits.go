package source

import (
	"fmt"

	"github.com/crdtool/crdtool/internal/input/yamlnode"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

const (
	// maxFileSize limits the bytes that ReadFile reads. A server accepts objects of up to 3 MiB; a dump of all CRDs of
	// a large cluster is some tens of MiB.
	maxFileSize = 64 << 20

	// maxDepth limits the nesting of mappings and sequences. Real CRDs stay below 100; the server's JSON decoder and
	// yaml.v3 stop at 10,000. With this limit, readers of a document may use recursion.
	maxDepth = 1000

	// maxProblems limits the problems of a file; the rest of the file is not read. Such a file has no Kubernetes
	// objects.
	maxProblems = 1000
)

const tooDeep = "nested more than 1000 levels deep; make the document flatter, no server would accept it"

// An inspection visits the nodes of a new document once. It changes their lines to those of the file, and finds
// values that no reader accepts.
type inspection struct {
	shift    int
	breaks   *breaks // used instead of shift if not nil
	aliases  bool
	anchors  int            // number of anchors so far
	root     *yamlnode.Node // of the document
	searched int            // number of searches by onlyWithin
	template *yamlnode.Node // the node that {{ }} of a template was parsed as
	problems []nodeProblem
}

// A nodeProblem is a reason why kubectl cannot convert a document to JSON.
type nodeProblem struct {
	node    *yamlnode.Node
	code    finding.Code
	message string
	ofJSON  bool // it is a problem only if the JSON has the node
}

// maxNodeProblems is how many of them are reported for one document.
const maxNodeProblems = 10

func (w *inspection) problem(n *yamlnode.Node, c finding.Code, message string) {
	if len(w.problems) < maxNodeProblems {
		w.problems = append(w.problems, nodeProblem{node: n, code: c, message: message})
	}
}

// ofJSON adds a problem about a value that JSON cannot hold.
func (w *inspection) ofJSON(n *yamlnode.Node, message string) {
	if len(w.problems) < maxNodeProblems {
		w.problems = append(w.problems, nodeProblem{n, code.NoJSONValue, message, true})
	}
}

// move changes a node's position to that in the file.
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

// overwritten removes the problems from an index on that only matter for values in the JSON. They belong to the
// value of a key that is repeated later in the mapping, and that no alias refers to.
func (w *inspection) overwritten(from int) {
	kept := w.problems[:from]
	for _, p := range w.problems[from:] {
		if !p.ofJSON {
			kept = append(kept, p)
		}
	}
	w.problems = kept
}

// mostSearched limits the searches of a document for aliases of a value.
const mostSearched = 20

// onlyWithin reports whether no alias outside of a value refers into it. After a few searches, it always returns
// false.
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

// each calls f for a node and the nodes below it, except for the node but and the nodes below that.
func each(n, but *yamlnode.Node, f func(*yamlnode.Node)) {
	if n == but {
		return
	}
	f(n)
	for _, c := range n.Content {
		each(c, but, f)
	}
}

// lastKeys returns the index of the last entry of each key of a mapping.
func lastKeys(n *yamlnode.Node) map[any]int {
	last := make(map[any]int, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k := identity(n.Content[i]); k != nil {
			last[k] = i
		}
	}
	return last
}

// identity returns the value by which kubectl's library compares keys: 1, 1.0 and "1" are three. It is nil for a
// key that is no scalar.
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

// scalar adds a problem for a value that JSON cannot hold, or that does not match its tag.
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

// key checks a key that is not plainly a string.
func (w *inspection) key(parent, k, v *yamlnode.Node, depth int) {
	if k.IsMerge() {
		w.move(k)
		if !mergeable(v) {
			w.problem(k, code.NoJSONValue, "map merge requires map or sequence of maps as the value; give \"<<\" an alias of a mapping, or put quotes around it")
		}
		return
	}
	if k.Kind == yamlnode.Scalar {
		w.move(k) // .inf and .nan are valid as keys, although not as values
	} else {
		w.walk(k, depth+1)
	}
	if w.badTag(k) {
		return
	}
	// Two braces in a row are parsed as a mapping that is the key of another.
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
	if v.Kind != yamlnode.Sequence { // an alias of a list is not allowed
		return Resolve(v).Kind == yamlnode.Mapping
	}
	for _, item := range v.Content {
		if Resolve(item).Kind != yamlnode.Mapping {
			return false
		}
	}
	return true
}

// An expansion counts the cost of reading a document with aliases as yaml.v2 does, so it refuses exactly the
// documents that kubectl refuses. If it accepts a document, following the aliases takes at most some 400,000 steps
// more than the document has nodes.
type expansion struct {
	decoded, aliased int
	depth            int // of aliases
	level            int // of nesting
	open             map[*yamlnode.Node]bool
	failed           *yamlnode.Node
	message          string
}

// expand visits n and the targets of its aliases. It reports false if the document is refused.
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

// merge counts the value of a merge key. A list of mappings itself is not counted.
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

// allowedAliases returns the share of a document's steps that may come from aliases: 99 % up to 400,000 steps,
// falling to 10 % at 4,000,000.
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
