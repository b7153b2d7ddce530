package golden

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Sequence is some requests to one cluster, one after the other, and what a real
// kube-apiserver answered to each.
type Sequence struct {
	ID string
	// CRDs are what the cluster serves at first, each as JSON.
	CRDs  [][]byte
	Steps []Step
	// Answers are those to the steps; nil if none are recorded.
	Answers []StepAnswer
}

// Step is one request.
type Step struct {
	// Verb is create, update, patch, apply, delete or get, or "crd", which replaces a
	// CustomResourceDefinition by the body.
	Verb string `json:"verb"`
	// CRD is the place of the object's CRD among those of the sequence.
	CRD int `json:"crd,omitempty"`
	// Version, Namespace and Name are those in the URL.
	Version   string `json:"version,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
	// Subresource is "status", "scale", or empty.
	Subresource string `json:"subresource,omitempty"`
	// Type is that of a patch: merge, json, apply, strategic, or a media type.
	Type string `json:"type,omitempty"`
	// The parameters of the URL; an empty one is left out.
	FieldManager    string `json:"fieldManager,omitempty"`
	FieldValidation string `json:"fieldValidation,omitempty"`
	Force           string `json:"force,omitempty"`
	Propagation     string `json:"propagationPolicy,omitempty"`
	// Wait has the recorder wait a second before the request, so that its time is another.
	Wait bool `json:"wait,omitempty"`
	// Agent is the User-Agent, by which the server names who gives no fieldManager.
	Agent string `json:"agent,omitempty"`
	// Body is the text that is sent. In it CurrentVersion, StaleVersion and LiveUID
	// stand for values of the object in the cluster.
	Body string `json:"body,omitempty"`
}

// What stands in the bodies of steps for values that only a run can know.
const (
	CurrentVersion = "$currentResourceVersion"
	StaleVersion   = "$staleResourceVersion"
	LiveUID        = "$liveUID"
)

// DefaultAgent is the User-Agent of steps that name none.
const DefaultAgent = "tester/1.0"

// StepAnswer is the answer to a step, without what is another in each run.
type StepAnswer struct {
	Code     int      `json:"code"`
	Reason   string   `json:"reason,omitempty"`
	Message  string   `json:"message,omitempty"`
	Causes   []Cause  `json:"causes,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	Panic    bool     `json:"panic,omitempty"`
	// Others are messages of the same request on other days: of several errors in an
	// embedded resource the server names the first that it meets, in no order.
	Others []string `json:"others,omitempty"`
	// Object is what an accepted request returns: the object with its managedFields, or a
	// Scale. It is nil if the object is gone.
	Object any `json:"object,omitempty"`
}

// Player makes the requests of sequences.
type Player interface {
	// Play serves the CRDs in an otherwise empty cluster and makes the requests. The
	// error is for what keeps it from asking.
	Play(crds [][]byte, steps []Step) ([]StepAnswer, error)
}

// Response is the answer to a step as it comes.
type Response struct {
	// Code is the HTTP status; 0 if the connection was closed without one.
	Code     int
	Warnings []string
	// Body is an object or a Status, as JSON.
	Body []byte
	// Again are the bodies of the same refusal when the request is repeated: the server may
	// not list all errors each time.
	Again [][]byte
}

// Play makes the requests of steps by a function. It fills in what stands for values of
// the objects, which it reads from the answers.
func Play(steps []Step, do func(Step) (Response, error)) ([]StepAnswer, error) {
	type versions struct{ current, before, uid string }
	live := map[string]*versions{}
	var all []StepAnswer
	for i, s := range steps {
		key := fmt.Sprintf("%d/%s/%s", s.CRD, s.Namespace, s.Name)
		known := live[key]
		if known == nil {
			// No object has these.
			known = &versions{current: "999999998", before: "999999999", uid: "00000000-0000-4000-8000-000000000000"}
			live[key] = known
		}
		s.Body = strings.NewReplacer(CurrentVersion, known.current, StaleVersion, known.before, LiveUID, known.uid).Replace(s.Body)
		r, err := do(s)
		if err != nil {
			return all, fmt.Errorf("step %d: %w", i+1, err)
		}
		a, meta := r.answer()
		if meta.ResourceVersion != "" && s.Verb != "crd" {
			if meta.ResourceVersion != known.current && live[key].uid == meta.UID {
				known.before = known.current
			}
			known.current, known.uid = meta.ResourceVersion, meta.UID
		}
		if s.Verb == "crd" {
			a.Object = nil
		}
		all = append(all, a)
	}
	return all, nil
}

type liveMetadata struct{ ResourceVersion, UID string }

// answer is the response without what is another in each run, and what of that is needed
// for later requests.
func (r Response) answer() (StepAnswer, liveMetadata) {
	if r.Code == 0 {
		return StepAnswer{Panic: true}, liveMetadata{}
	}
	a := StepAnswer{Code: r.Code}
	for _, w := range r.Warnings {
		a.Warnings = append(a.Warnings, maskText(w))
	}
	var body map[string]any
	d := json.NewDecoder(bytes.NewReader(r.Body))
	d.UseNumber()
	if err := d.Decode(&body); err != nil {
		a.Message = maskText(string(r.Body))
		return a, liveMetadata{}
	}
	if r.Code/100 != 2 {
		var status struct {
			Reason, Message string
			Details         struct{ Causes []Cause }
		}
		if err := json.Unmarshal(r.Body, &status); err != nil {
			a.Message = err.Error()
			return a, liveMetadata{}
		}
		a.Reason, a.Message, a.Causes = status.Reason, status.Message, status.Details.Causes
		for _, text := range r.Again {
			var other struct{ Message string }
			if err := json.Unmarshal(text, &other); err == nil {
				a.Message = allMistakes(a.Message, other.Message)
				a.addOther(other.Message)
			}
		}
		return a.canonical(), liveMetadata{}
	}
	var live struct{ Metadata liveMetadata }
	_ = json.Unmarshal(r.Body, &live) // what has no such metadata is a Status
	if body["kind"] == "Status" {
		return a, liveMetadata{} // the object is gone
	}
	maskObject(body)
	a.Object = body
	return a, live.Metadata
}

// Request is the step as an HTTP request for the objects of a group.
func (s Step) Request(group, plural string) (method, path, contentType string, query url.Values) {
	path = "/apis/" + group + "/" + s.Version
	if s.Namespace != "" {
		path += "/namespaces/" + s.Namespace
	}
	path += "/" + plural
	if s.Verb != "create" {
		path += "/" + url.PathEscape(s.Name)
	}
	if s.Subresource != "" {
		path += "/" + s.Subresource
	}
	query = url.Values{}
	for name, value := range map[string]string{
		"fieldManager": s.FieldManager, "fieldValidation": s.FieldValidation, "force": s.Force, "propagationPolicy": s.Propagation,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return methods[s.Verb], path, s.contentType(), query
}

var methods = map[string]string{
	"create": http.MethodPost, "update": http.MethodPut, "patch": http.MethodPatch, "apply": http.MethodPatch,
	"delete": http.MethodDelete, "get": http.MethodGet,
}

// PatchTypes are the media types of patches by their short names.
var PatchTypes = map[string]string{
	"merge":     "application/merge-patch+json",
	"json":      "application/json-patch+json",
	"strategic": "application/strategic-merge-patch+json",
	"apply":     "application/apply-patch+yaml",
}

func (s Step) contentType() string {
	switch s.Verb {
	case "apply":
		return PatchTypes["apply"]
	case "patch":
		if t, ok := PatchTypes[s.Type]; ok {
			return t
		}
		return s.Type
	case "get":
		return ""
	case "delete":
		if s.Body == "" {
			return ""
		}
	}
	if s.Type != "" {
		return s.Type
	}
	return "application/json"
}

// Hash is that of the sequence's requests.
func (s *Sequence) Hash() string {
	steps, _ := compact(s.Steps) // of strings and numbers
	return Hash(append(s.CRDs[:len(s.CRDs):len(s.CRDs)], steps)...)
}

// sequenceLine is a line of a file of sequences: a CRD, or a sequence that names CRDs of
// lines above it.
type sequenceLine struct {
	CRD  string          `json:"crd,omitempty"`
	Text json.RawMessage `json:"text,omitempty"`

	ID      string       `json:"id,omitempty"`
	CRDs    []string     `json:"crds,omitempty"`
	Steps   []Step       `json:"steps,omitempty"`
	Answers []StepAnswer `json:"answers,omitempty"`
}

// ReadSequences reads a file of sequences; a file that does not exist has none. One whose
// name ends in .gz is compressed.
func ReadSequences(path string) ([]*Sequence, error) {
	text, err := readPacked(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []*Sequence
	crds := map[string][]byte{}
	for i, t := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var l sequenceLine
		d := json.NewDecoder(bytes.NewReader(t))
		d.UseNumber()
		if err := d.Decode(&l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		if l.CRD != "" {
			crds[l.CRD] = l.Text
			continue
		}
		s := &Sequence{ID: l.ID, Steps: l.Steps, Answers: l.Answers}
		for _, c := range l.CRDs {
			s.CRDs = append(s.CRDs, crds[c])
		}
		all = append(all, s)
	}
	return all, nil
}

// WriteSequences writes a file of sequences, unless it holds the same already.
func WriteSequences(path string, all []*Sequence) error {
	var b bytes.Buffer
	put := func(l sequenceLine) error {
		text, err := compact(l)
		b.Write(text)
		b.WriteByte('\n')
		return err
	}
	known := map[string]bool{}
	for _, s := range all {
		l := sequenceLine{ID: s.ID, Steps: s.Steps, Answers: s.Answers}
		for _, c := range s.CRDs {
			id := Hash(c)
			l.CRDs = append(l.CRDs, id)
			if !known[id] {
				known[id] = true
				if err := put(sequenceLine{CRD: id, Text: c}); err != nil {
					return err
				}
			}
		}
		if err := put(l); err != nil {
			return err
		}
	}
	if old, err := readPacked(path); err == nil && bytes.Equal(old, b.Bytes()) {
		return nil
	}
	return writePacked(path, b.Bytes())
}

// readPacked reads a file, which is compressed if its name ends in .gz.
func readPacked(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil || filepath.Ext(path) != ".gz" {
		return text, err
	}
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if text, err = io.ReadAll(z); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}

// writePacked writes a file that readPacked reads.
func writePacked(path string, text []byte) error {
	if filepath.Ext(path) == ".gz" {
		var b bytes.Buffer
		z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := z.Write(text); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		text = b.Bytes()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
