package golden

import (
	"bytes"
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// What stands in answers for what is another in each run.
const (
	maskedUID     = "UID"
	maskedTime    = "TIME"
	maskedVersion = "VERSION"
)

var masks = []struct {
	of *regexp.Regexp
	by string
}{
	{regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`), maskedUID},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`), maskedTime},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? [+-]\d{4} \w+`), maskedTime},
	// Where the recording server keeps objects; requests with dryRun say nothing there.
	{regexp.MustCompile(`Key: /registry/crdtool/`), "Key: /"},
	{regexp.MustCompile(`(ResourceVersion in (?:the )?(?:precondition|object meta|record)(?:: | \())\d+`), "${1}" + maskedVersion},
	{regexp.MustCompile(`(resourceVersion: Invalid value: )"?\d+"?`), "${1}" + maskedVersion},
	// Objects as JSON, in quotes or not. Their managedFields are in the order of their times.
	{regexp.MustCompile(`(\\?"resourceVersion\\?":\\?")\d+`), "${1}" + maskedVersion},
	{regexp.MustCompile(`(\\?"managedFields\\?":)\[.*?\],(\\?"name\\?":)`), "${1}[OWNERS],${2}"},
}

// maskText replaces uids, times and resourceVersions in a text of the server.
func maskText(text string) string {
	text = Stable(text)
	for _, m := range masks {
		text = m.of.ReplaceAllString(text, m.by)
	}
	return text
}

// maskObject removes from an object's metadata what is another in each run, and sorts its
// managedFields, which the server sorts by time.
func maskObject(object map[string]any) {
	meta, ok := object["metadata"].(map[string]any)
	if !ok {
		return
	}
	for _, k := range []string{"uid", "creationTimestamp", "resourceVersion"} {
		delete(meta, k)
	}
	if meta["deletionTimestamp"] != nil {
		meta["deletionTimestamp"] = maskedTime
	}
	entries, _ := meta["managedFields"].([]any)
	for _, e := range entries {
		if e, ok := e.(map[string]any); ok {
			delete(e, "time")
		}
	}
	slices.SortStableFunc(entries, func(a, b any) int {
		for _, k := range []string{"manager", "operation", "apiVersion", "subresource"} {
			if c := cmp.Compare(entryField(a, k), entryField(b, k)); c != 0 {
				return c
			}
		}
		return 0
	})
}

func entryField(entry any, name string) string {
	e, _ := entry.(map[string]any)
	s, _ := e[name].(string)
	return s
}

// canonical returns a refusal without what is another in each run: uids, times, and the
// order of what the server finds by ranging over maps. Those are the causes of an invalid
// object, the managers in the causes of a conflict, and the errors of an object that has
// not the types of its schema.
func (a StepAnswer) canonical() StepAnswer {
	a.Message = sortErrors(maskText(a.Message))
	causes := slices.Clone(a.Causes)
	for i := range causes {
		causes[i].Message = sortErrors(maskText(causes[i].Message))
	}
	a.Causes = causes
	switch a.Code {
	case http.StatusUnprocessableEntity:
		c := Answer{Message: a.Message, Causes: causes}.Canonical()
		a.Message, a.Causes = c.Message, c.Causes
	case http.StatusConflict:
		slices.SortStableFunc(causes, func(c, d Cause) int { return cmp.Compare(c.Message, d.Message) })
	}
	if len(a.Causes) == 0 {
		a.Causes = nil
	}
	return a
}

// listed comes before errors that are more than one.
const listed = "errors:\n"

// sortErrors sorts the lines of a list of errors.
func sortErrors(message string) string {
	head, list, ok := strings.Cut(message, listed)
	if !ok {
		return message
	}
	lines := strings.Split(list, "\n")
	slices.Sort(lines)
	return head + listed + strings.Join(lines, "\n")
}

// undeclared ends the server's search for errors in the fields of an object: it ranges over
// them as a map, and lists what it has found until it meets one that the schema lacks.
const undeclared = "field not declared in schema"

// sameMistakes reports whether two messages are the same, or may be of the same errors: one
// of them lists some of those that the other lists.
func sameMistakes(a, b string) bool {
	if a == b {
		return true
	}
	if !strings.Contains(a, undeclared) || !strings.Contains(b, undeclared) {
		return false
	}
	headA, linesA := mistakes(a)
	headB, linesB := mistakes(b)
	return headA == headB && (within(linesA, linesB) || within(linesB, linesA))
}

// mistakes are the errors of an object that has not the types of its schema, and what is
// before them: which object it is, or nothing, where the server converts it to another version.
func mistakes(message string) (head string, lines []string) {
	head, list, ok := strings.Cut(message, listed)
	if !ok {
		at := strings.Index(": "+message, ": .")
		if at < 0 {
			return message, nil
		}
		head, list = message[:at], message[at:]
	}
	for _, line := range strings.Split(list, "\n") {
		lines = append(lines, strings.TrimSpace(line))
	}
	return head, lines
}

// Incomplete reports whether another answer to the same request may list other errors.
func Incomplete(body []byte) bool {
	return bytes.Contains(body, []byte(undeclared)) || bytes.Contains(body, []byte(undecoded))
}

// undecoded is what the server says of an object that its decoder refuses.
const undecoded = "cannot be handled as a "

// addOther keeps the message of another answer to the same request, if it does not decode
// either.
func (a *StepAnswer) addOther(message string) {
	message = maskText(message)
	if strings.Contains(message, undecoded) && message != maskText(a.Message) && !slices.Contains(a.Others, message) {
		a.Others = append(a.Others, message)
		slices.Sort(a.Others)
	}
}

// allMistakes is a message that lists the errors of two.
func allMistakes(a, b string) string {
	head, lines := mistakes(a)
	other, more := mistakes(b)
	if head != other || within(more, lines) {
		return a
	}
	for _, l := range more {
		if !slices.Contains(lines, l) {
			lines = append(lines, l)
		}
	}
	slices.Sort(lines)
	return head + listed + "  " + strings.Join(lines, "\n  ")
}

func within(lines, all []string) bool {
	return !slices.ContainsFunc(lines, func(l string) bool { return !slices.Contains(all, l) })
}

// Differences lists where two JSON values differ.
func Differences(at string, want, got any) []string {
	w, wantMap := want.(map[string]any)
	g, gotMap := got.(map[string]any)
	if wantMap && gotMap {
		var list []string
		for k := range w {
			if _, ok := g[k]; !ok {
				list = append(list, at+"."+k+": missing: "+jsonText(w[k]))
				continue
			}
			list = append(list, Differences(at+"."+k, w[k], g[k])...)
		}
		for k := range g {
			if _, ok := w[k]; !ok {
				list = append(list, at+"."+k+": not wanted: "+jsonText(g[k]))
			}
		}
		slices.Sort(list)
		return list
	}
	if a, b := jsonText(want), jsonText(got); a != b {
		return []string{at + ": want " + a + ", got " + b}
	}
	return nil
}

func jsonText(v any) string {
	text, err := compact(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Diff lists what differs between two answers, a line each, for people; it is empty when
// they are equal. The reason is not compared with an answer that has none: crdtool says
// none, as it follows from the code.
func (want StepAnswer) Diff(got StepAnswer) []string {
	var diff []string
	add := func(what string, want, got any) {
		if a, b := jsonText(want), jsonText(got); a != b {
			diff = append(diff, what+": want "+a+", got "+b)
		}
	}
	add("panic", want.Panic, got.Panic)
	add("code", want.Code, got.Code)
	if got.Reason != "" {
		add("reason", want.Reason, got.Reason)
	}
	if !sameMistakes(want.Message, got.Message) && !slices.Contains(want.Others, got.Message) {
		add("message", want.Message, got.Message)
	}
	add("causes", want.Causes, got.Causes)
	add("warnings", want.Warnings, got.Warnings)
	if (want.Object == nil) != (got.Object == nil) {
		add("object", want.Object, got.Object)
		return diff
	}
	return append(diff, Differences("object", want.Object, got.Object)...)
}
