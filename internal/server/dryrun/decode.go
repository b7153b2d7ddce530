package dryrun

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// fits refuses a body that is longer than what the server reads.
func (q *request) fits(bytes int) bool {
	if bytes <= answer.MaxRequestBytes {
		return true
	}
	q.out.Refusal = code.RequestTooLarge
	q.out.Behind.ValidatorText, _ = answer.TooLarge("request", bytes)
	answer.RefuseTooLarge(&q.out.APIServer)
	return false
}

// decode decodes the request's body. It mirrors the decoders of pkg/apiserver/customresource_handler.go, and the error
// handling of k8s.io/apiserver/pkg/endpoints/handlers.
func (q *request) decode() bool {
	fields, ok := q.sent.copy()
	if err := interpret(&q.sent, fields, ok); err != nil {
		return q.unrecognized(err.Error())
	}
	kind, _ := fields["kind"].(string)
	if kind == "" {
		return q.unrecognized(noKind(&q.sent))
	}
	apiVersion, _ := fields["apiVersion"].(string)
	gv, _ := schema.ParseGroupVersion(apiVersion)
	if c, text := q.read(fields); c != "" {
		q.refuse(c, http.StatusBadRequest, fmt.Sprintf("%s in version %q cannot be handled as a %s: %s", kind, gv.Version, q.resource.kind, text))
		return false
	}
	return true
}

// matchVersion checks that the object's apiVersion is that of the URL.
func (q *request) matchVersion() bool {
	apiVersion, _ := q.obj["apiVersion"].(string)
	gv, _ := schema.ParseGroupVersion(apiVersion)
	want := schema.GroupVersion{Group: q.resource.group, Version: q.v.name}
	if gv != want {
		q.refuse(code.Refused, http.StatusBadRequest, fmt.Sprintf("the API version in the data (%s) does not match the expected API version (%s)", gv, want))
		return false
	}
	return true
}

// read sets the request's object to the fields, pruned, coerced and with defaults. If they cannot be decoded it returns
// a code and the error.
func (q *request) read(fields map[string]any) (c finding.Code, why string) {
	q.obj = fields
	unknown, err := q.resource.coerce(fields, coercion{strict: q.opts.FieldValidation != Ignore}, &q.trace)
	if err != nil {
		field, goType := code.MetadataType(err.Error())
		if goType == "" {
			return code.Refused, err.Error()
		}
		q.out.Behind = finding.Facts{Where: field, Wanted: goType, ValidatorText: err.Error()}
		return code.MetadataWrongType, err.Error()
	}
	q.resource.applyDefaults(fields, &q.trace)
	if q.opts.FieldValidation == Ignore {
		return "", ""
	}
	flaws := slices.Clone(q.sent.repeated)
	for _, path := range unknown {
		flaws = append(flaws, fmt.Sprintf(`unknown field "%s"`, path))
	}
	if !q.passes(flaws) {
		return code.StrictDecoding, strictError(flaws)
	}
	return "", ""
}

// passes reports whether the request continues despite repeated and unknown fields, and adds warnings about them.
func (q *request) passes(flaws []string) bool {
	switch {
	case len(flaws) == 0 || q.opts.FieldValidation == Ignore:
		return true
	case q.opts.FieldValidation == Strict:
		return false
	}
	for _, text := range flaws {
		q.warnings.Add(code.YAMLLines(text)...)
	}
	return true
}

func strictError(flaws []string) string { return "strict decoding error: " + strings.Join(flaws, ", ") }

func noKind(o *Object) string { return fmt.Sprintf("Object 'Kind' is missing in '%s'", o.json()) }

// unrecognized refuses a body whose kind is unknown.
func (q *request) unrecognized(text string) bool {
	q.refuse(code.Refused, http.StatusBadRequest, fmt.Sprintf("the object provided is unrecognized (must be of type %s): %s (%s)", q.resource.kind, text, beginning(q.sent.json())))
	return false
}

// interpret checks apiVersion and kind as the server does with encoding/json, which takes "Kind" for "kind", too.
func interpret(o *Object, fields map[string]any, isObject bool) error {
	suspicious := !isObject
	for k, v := range fields {
		if len(k) != len("kind") && len(k) != len("apiVersion") || !strings.EqualFold(k, "kind") && !strings.EqualFold(k, "apiVersion") {
			continue
		}
		s, isString := v.(string)
		if k != "kind" && k != "apiVersion" || !isString || strings.Count(s, "/") > 1 {
			suspicious = true
		}
	}
	if !suspicious {
		return nil
	}
	var found struct {
		APIVersion string `json:"apiVersion,omitempty"`
		Kind       string `json:"kind,omitempty"`
	}
	if err := json.Unmarshal(o.json(), &found); err != nil {
		return fmt.Errorf("couldn't get version/kind; json parse error: %w", err)
	}
	_, err := schema.ParseGroupVersion(found.APIVersion)
	return err
}

// beginning returns a body as the server quotes it.
func beginning(body []byte) string {
	const most = 30
	quoted, more := body, ""
	if len(body) > most {
		quoted, more = body[:most], " ..."
	}
	switch {
	case len(body) == 0:
		return "<empty>"
	case body[0] == '{':
		return string(quoted) + more
	}
	return hex.EncodeToString(quoted) + more
}
