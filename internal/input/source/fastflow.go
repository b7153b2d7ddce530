package source

import "github.com/crdtool/crdtool/internal/input/yamlnode"

// flowLine reads a collection in flow style that ends its line.
func (r *fastReader) flowLine(depth int) *yamlnode.Node { return r.ended(r.flow(depth)) }

// flow reads a collection in flow style and ends after it.
func (r *fastReader) flow(depth int) *yamlnode.Node {
	if depth >= maxDepth {
		return nil
	}
	n := r.node(yamlnode.Mapping, yamlnode.Flow)
	closing := byte('}')
	if r.text[r.at] == '[' {
		n.Kind, closing = yamlnode.Sequence, ']'
	}
	base := len(r.stack)
	r.at++
	for r.flowGap() {
		if r.text[r.at] == closing {
			r.at++
			n.Content = r.content(base)
			return n
		}
		if closing == '}' && !r.flowKey() {
			return nil
		}
		var item *yamlnode.Node
		if c := r.text[r.at]; closing == '}' && (c == ',' || c == '}') {
			item = r.node(yamlnode.Scalar, 0) // the value is missing
		} else {
			item = r.flowItem(depth + 1)
		}
		if item == nil || !r.flowGap() {
			return nil
		}
		r.stack = append(r.stack, item)
		switch r.text[r.at] {
		case ',':
			r.at++
		case closing:
		default:
			return nil
		}
	}
	return nil
}

// flowKey reads a key and the colon after it. The value may be missing.
func (r *fastReader) flowKey() bool {
	at, line := r.at, r.line
	var key *yamlnode.Node
	if c := r.text[r.at]; c == '"' || c == '\'' {
		key = r.quoted()
	} else if key = r.flowPlain(); key != nil && !takesKey(key) {
		return false
	}
	if key == nil || line != r.line {
		return false
	}
	r.stack = append(r.stack, key)
	r.at = r.spaces(r.at)
	if r.at < len(r.text) && r.text[r.at] == ':' {
		if r.at-at > maxKey {
			return false
		}
		r.at++
		return r.flowGap()
	}
	return r.flowGap() && (r.text[r.at] == ',' || r.text[r.at] == '}')
}

func (r *fastReader) flowItem(depth int) *yamlnode.Node {
	switch r.text[r.at] {
	case '[', '{':
		return r.flow(depth)
	case '"', '\'':
		return r.quoted()
	}
	n := r.flowPlain()
	if n == nil {
		return nil
	}
	return r.fit(n)
}

// flowPlain reads a plain scalar in flow style and ends after its text. It does not check what follows: flow gives
// up if that is neither a comma nor a bracket, such as text on the next line.
func (r *fastReader) flowPlain() *yamlnode.Node {
	if !r.beginsPlain(true) {
		return nil
	}
	n := r.node(yamlnode.Scalar, 0)
	i := r.at
loop:
	for ; i < len(r.text); i++ {
		switch r.text[i] {
		case ',', ']', '}', '\n':
			break loop
		case ':':
			if r.isGap(i + 1) {
				break loop
			}
		case '?', '[', '{':
			return nil
		case '#':
			if r.text[i-1] == ' ' {
				return nil
			}
		}
	}
	n.Value = trimSpaces(r.text[r.at:i])
	r.passed(i)
	return n
}

// flowGap skips spaces and line ends. It reports false at a comment and at the end of the text.
func (r *fastReader) flowGap() bool {
	for ; r.at < len(r.text); r.at++ {
		switch r.text[r.at] {
		case ' ':
		case '\n':
			r.line++
			r.start, r.wide = r.at+1, 0
		case '#':
			return false
		case '.':
			return r.at != r.start || !isDots(r.text[r.at:])
		default:
			return true
		}
	}
	return false
}
