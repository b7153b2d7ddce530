package golden

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
)

// History is what the servers of several minor versions of Kubernetes 1 answered
// to the same requests.
//
// Its file holds a line of JSON for each request, sorted by id. In it stands the
// answer of the newest version, and of each older one whose answer is not that of
// the next newer: most are alike.
type History struct {
	minors  []int // the newest first
	entries map[string]*entry
}

type entry struct {
	request string
	answers map[int]json.RawMessage
}

// NewHistory returns an empty history of the versions.
func NewHistory(minors ...int) *History {
	h := &History{entries: map[string]*entry{}}
	for _, n := range minors {
		h.AddMinor(n)
	}
	return h
}

// Minors are the minor versions that have recorded answers, the newest first.
func (h *History) Minors() []int { return h.minors }

// AddMinor adds a minor version, which has no answers yet.
func (h *History) AddMinor(minor int) {
	if !slices.Contains(h.minors, minor) {
		h.minors = append(h.minors, minor)
		slices.SortFunc(h.minors, func(a, b int) int { return cmp.Compare(b, a) })
	}
}

// IDs are those of the requests, sorted.
func (h *History) IDs() []string { return slices.Sorted(maps.Keys(h.entries)) }

// Answer is what the server of a minor version answered to a request; ok is false
// if that was not recorded, or was for a request with another hash (see Hash).
func (h *History) Answer(id, request string, minor int) (answer json.RawMessage, ok bool) {
	e := h.entries[id]
	if e == nil || e.request != request {
		return nil, false
	}
	answer, ok = e.answers[minor]
	return answer, ok
}

// Set puts in an answer. When the request has changed, the answers to the old one
// are dropped.
func (h *History) Set(id, request string, minor int, answer any) error {
	text, err := compact(answer)
	if err != nil {
		return err
	}
	h.AddMinor(minor)
	e := h.entries[id]
	if e == nil || e.request != request {
		e = &entry{request: request, answers: map[int]json.RawMessage{}}
		h.entries[id] = e
	}
	e.answers[minor] = text
	return nil
}

// Keep drops all requests but those that f reports true for.
func (h *History) Keep(f func(id string) bool) {
	maps.DeleteFunc(h.entries, func(id string, _ *entry) bool { return !f(id) })
}

func compact(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// line is an entry in the file. An answer is that of its version and of all older
// ones down to the next; null is none.
type line struct {
	ID      string                     `json:"id,omitempty"`
	Request string                     `json:"request,omitempty"`
	Minors  []int                      `json:"minors,omitempty"`
	Answers map[string]json.RawMessage `json:"answers,omitempty"`
}

// ReadHistory reads a history; one that has no file is empty. A file whose name
// ends in .gz is compressed.
func ReadHistory(path string) (*History, error) {
	text, err := readPacked(path)
	if os.IsNotExist(err) {
		return NewHistory(), nil
	}
	if err != nil {
		return nil, err
	}
	h := NewHistory()
	for i, t := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var l line
		if err := json.Unmarshal(t, &l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		if i == 0 {
			for _, n := range l.Minors {
				h.AddMinor(n)
			}
			continue
		}
		h.entries[l.ID] = h.expand(l)
	}
	return h, nil
}

func (h *History) expand(l line) *entry {
	e := &entry{request: l.Request, answers: map[int]json.RawMessage{}}
	var last json.RawMessage
	for _, n := range h.minors {
		if a, found := l.Answers[strconv.Itoa(n)]; found {
			last = a
		}
		if last != nil && string(last) != "null" {
			e.answers[n] = last
		}
	}
	return e
}

// Format writes the history in the form that ReadHistory reads, not compressed.
func (h *History) Format() ([]byte, error) {
	var b bytes.Buffer
	put := func(l line) error {
		text, err := compact(l)
		b.Write(text)
		b.WriteByte('\n')
		return err
	}
	if err := put(line{Minors: h.minors}); err != nil {
		return nil, err
	}
	for _, id := range h.IDs() {
		e := h.entries[id]
		l := line{ID: id, Request: e.request, Answers: map[string]json.RawMessage{}}
		last := json.RawMessage("null")
		for _, n := range h.minors {
			a := e.answers[n]
			if a == nil {
				a = json.RawMessage("null")
			}
			if !bytes.Equal(a, last) {
				l.Answers[strconv.Itoa(n)] = a
			}
			last = a
		}
		if err := put(l); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// Write writes the history's file, unless it holds the same already.
func (h *History) Write(path string) error {
	text, err := h.Format()
	if err != nil {
		return err
	}
	if old, err := ReadHistory(path); err == nil {
		if was, err := old.Format(); err == nil && bytes.Equal(was, text) {
			if _, err := os.Stat(path); err == nil {
				return nil
			}
		}
	}
	return writePacked(path, text)
}

// Hash tells requests apart: it is of their text.
func Hash(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d\n", len(p))
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// Hash is that of the case's request and of what it begins with.
func (c *Case) Hash() string { return hashArchive(c.Archive) }

// Hash is that of the case's request and of what it begins with.
func (c *ObjectCase) Hash() string { return hashArchive(c.Archive) }

func hashArchive(a *Archive) string {
	var parts [][]byte
	for _, f := range a.Files {
		if f.Name != answer {
			parts = append(parts, []byte(f.Name), f.Data)
		}
	}
	return Hash(parts...)
}
