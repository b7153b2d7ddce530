package golden

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Answer is what kube-apiserver says to a request, in canonical order, so that
// two recordings of one behaviour are the same bytes.
type Answer struct {
	// Accepted is set for a 2xx answer.
	Accepted bool `json:"accepted"`
	// Code is the HTTP status, 0 when the connection closed without one.
	Code int `json:"code"`
	// Message is Status.message; see Canonical for what several causes do to it.
	Message string `json:"message"`
	// Causes are Status.details.causes, sorted.
	Causes []Cause `json:"causes"`
	// Warnings are the texts of the Warning headers in the server's order.
	Warnings []string `json:"warnings"`
	// Panic is set when the server's code panicked over the request.
	Panic bool `json:"panic,omitempty"`
}

// Cause is one of Status.details.causes.
type Cause struct {
	Reason  string `json:"reason"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

func (c Cause) compare(d Cause) int {
	return cmp.Or(cmp.Compare(c.Field, d.Field), cmp.Compare(c.Reason, d.Reason), cmp.Compare(c.Message, d.Message))
}

// part is the cause as Status.message strings it together with others.
func (c Cause) part() string { return c.Field + ": " + c.Message }

// invalid stands in Status.message between the object's name and its causes.
const invalid = " is invalid: "

var (
	generatedType = regexp.MustCompile(`selfType\d+`)
	// Values were printed in the syntax of Go before 1.34, pointers as addresses.
	address = regexp.MustCompile(`\(0x[0-9a-f]+\)`)
	// 1.31 prints a CEL expression of two types as its memory: its number, which follows in
	// parentheses, and where the rest of it is.
	memory = regexp.MustCompile(`for expression: &\{([0-9]+) 0x[0-9a-f]+\}\(([0-9]+)\) old:`)
	// Before 1.31 expressions, and before 1.29 types, were printed as messages of protobuf,
	// which has one space or two between fields, by a hash of the server's program: another
	// build of the same release prints otherwise.
	message = regexp.MustCompile(`(?:Type already exists for expression: id:|type already exists for expression: id:|: type '[a-z_]+:)[^\n\\]*`)
)

// Stable replaces what is another in each run of a server.
func Stable(text string) string {
	text = address.ReplaceAllString(generatedType.ReplaceAllString(text, "selfTypeN"), "(0xN)")
	text = memory.ReplaceAllString(text, "for expression: &{$1 0xN}($2) old:")
	if !strings.Contains(text, "expression: id:") && !strings.Contains(text, ": type '") {
		return text // which is seen sooner than with an expression of several beginnings
	}
	return message.ReplaceAllStringFunc(text, oneSpace)
}

// oneSpace replaces two spaces, but not those in quotes.
func oneSpace(text string) string {
	parts := strings.Split(text, `"`)
	for i := 0; i < len(parts); i += 2 {
		parts[i] = strings.ReplaceAll(parts[i], "  ", " ")
	}
	return strings.Join(parts, `"`)
}

// Canonical returns the answer in the form in which answers are compared:
// causes sorted by field, reason and message, the numbers of generated CEL type
// names and addresses masked, and warnings of formats sorted among themselves.
//
// The server lists causes in random order, and Status.message strings them
// together in that order, leaving out repetitions. A message that holds the
// causes is therefore put together anew from the sorted ones; one that holds
// anything else stays as it is.
func (a Answer) Canonical() Answer {
	a.Message = Stable(a.Message)
	causes := make([]Cause, len(a.Causes))
	for i, c := range a.Causes {
		c.Message = Stable(c.Message)
		causes[i] = c
	}
	slices.SortFunc(causes, Cause.compare)
	a.Causes = causes
	a.Warnings = sortFormats(a.Warnings)

	head, tail, ok := strings.Cut(a.Message, invalid)
	if ok && len(causes) > 0 && sameParts(tail, causes) {
		a.Message = head + invalid + joinParts(causes)
	}
	return a
}

const unrecognizedFormat = "unrecognized format "

// sortFormats sorts the warnings of unrecognized formats, which the server finds
// by ranging over maps. The order of all others is its own.
func sortFormats(warnings []string) []string {
	sorted := slices.Clone(warnings)
	if sorted == nil {
		return []string{}
	}
	from := slices.IndexFunc(sorted, func(w string) bool { return strings.HasPrefix(w, unrecognizedFormat) })
	if from < 0 {
		return sorted
	}
	to := from
	for to < len(sorted) && strings.HasPrefix(sorted[to], unrecognizedFormat) {
		to++
	}
	slices.Sort(sorted[from:to])
	return sorted
}

// InvalidMessage is Status.message of a CustomResourceDefinition that is refused
// for causes, in canonical form.
func InvalidMessage(name string, causes []Cause) string {
	sorted := slices.SortedFunc(slices.Values(causes), Cause.compare)
	return fmt.Sprintf("CustomResourceDefinition.apiextensions.k8s.io %q%s%s", name, invalid, joinParts(sorted))
}

// joinParts writes causes as k8s.io/apimachinery's Aggregate does.
func joinParts(causes []Cause) string {
	parts := uniqueParts(causes)
	if len(parts) == 1 {
		return parts[0]
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// sameParts reports whether text is the causes in some order: as long as their
// listing, and holding each of them. Causes that are equal only because addresses
// are masked may stand in it more than once.
func sameParts(text string, causes []Cause) bool {
	all := len("[]") - len(", ")
	for _, c := range causes {
		all += len(c.part()) + len(", ")
	}
	if n := len(text); n != len(joinParts(causes)) && (n < len(joinParts(causes)) || n > all || !strings.Contains(text, "(0xN)")) {
		return false
	}
	for _, p := range uniqueParts(causes) {
		if !strings.Contains(text, p) {
			return false
		}
	}
	return true
}

func uniqueParts(causes []Cause) []string {
	var parts []string
	for _, c := range causes {
		if p := c.part(); !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	return parts
}

// Diff lists what differs between two canonical answers, a line each, for
// people; it is empty when they are equal.
func (want Answer) Diff(got Answer) []string {
	var diff []string
	add := func(what string, want, got any) {
		diff = append(diff, fmt.Sprintf("%s: want %v, got %v", what, want, got))
	}
	if want.Panic != got.Panic {
		add("panic", want.Panic, got.Panic)
	}
	if want.Accepted != got.Accepted {
		add("accepted", want.Accepted, got.Accepted)
	}
	if want.Code != got.Code {
		add("code", want.Code, got.Code)
	}
	gotCauses := slices.Clone(got.Causes)
	for _, c := range want.Causes {
		if i := slices.Index(gotCauses, c); i >= 0 {
			gotCauses = slices.Delete(gotCauses, i, i+1)
			continue
		}
		diff = append(diff, fmt.Sprintf("cause missing: %s %s: %s", c.Reason, c.Field, c.Message))
	}
	for _, c := range gotCauses {
		diff = append(diff, fmt.Sprintf("cause not wanted: %s %s: %s", c.Reason, c.Field, c.Message))
	}
	// With other causes the message differs of necessity.
	if want.Message != got.Message && slices.Equal(want.Causes, got.Causes) {
		add("message", fmt.Sprintf("%q", want.Message), fmt.Sprintf("%q", got.Message))
	}
	if !slices.Equal(want.Warnings, got.Warnings) {
		add("warnings", fmt.Sprintf("%q", want.Warnings), fmt.Sprintf("%q", got.Warnings))
	}
	return diff
}

// Format writes the answer as it stands in a case.
func (a Answer) Format() []byte {
	text, err := indented(a)
	if err != nil {
		panic(err) // strings, numbers and booleans only
	}
	return text
}

// indented is a value as JSON for people.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

// ParseAnswer reads an answer that Format wrote.
func ParseAnswer(text []byte) (Answer, error) {
	var a Answer
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&a)
	return a, err
}
