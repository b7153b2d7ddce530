package lint

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/server/answer"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
	"github.com/crdtool/crdtool/report"
)

const (
	kind   = source.CRDKind
	group  = source.CRDGroup
	served = source.CRDAPIVersion
	// notServed is the message about v1beta1, the only other version of CRDs that was ever served.
	notServed = "is not served by Kubernetes 1.22 and later"
	notKnown  = `no kind %q is registered for version %q in scheme "pkg/runtime/scheme.go:%d"`
)

// misidentified checks apiVersion and kind, by which the server decides whether a document is a CRD. The URL of
// the request replaces absent or empty ones. It writes the server's refusal, and returns nil if there is none.
func misidentified(doc *source.Document, w behaviour.Words, a *answer.APIServer) *finding.Finding {
	refuse := func(field, serverText, message, help string) *finding.Finding {
		answer.Refuse(a, http.StatusBadRequest, serverText)
		f := &finding.Finding{Code: code.CRDVersion, Path: finding.Root(field), Message: message, Help: help}
		f.Pos = doc.Locate(f.Path.Segments())
		return f
	}
	const (
		help      = "write: apiVersion: " + served
		writeKind = "write: kind: " + kind
	)
	if field := doc.MistypedTypeMeta(); field != "" {
		help := help
		if field == "kind" {
			help = writeKind
		}
		return refuse(field, unrecognized(doc, typeMetaError(doc)), fmt.Sprintf("%s must be a string", field), help)
	}
	apiVersion, k := doc.TypeMeta()
	gv, err := schema.ParseGroupVersion(apiVersion)
	if err != nil {
		return refuse("apiVersion", unrecognized(doc, err.Error()), fmt.Sprintf("%q is not a valid apiVersion", apiVersion), help)
	}
	handled := func(text string) string {
		return fmt.Sprintf("%s in version %q cannot be handled as a %s: %s", k, gv.Version, kind, text)
	}
	switch {
	case k != kind && k != "":
		return refuse("kind", handled(fmt.Sprintf(notKnown, k, apiVersion, cmp.Or(w.Scheme, 100))),
			fmt.Sprintf("there is no kind %q in %s", k, apiVersion), writeKind)
	case apiVersion == "" || apiVersion == served:
		return nil
	case apiVersion == group+"/v1beta1":
		return refuse("apiVersion",
			fmt.Sprintf("the API version in the data (%s) does not match the expected API version (%s)", apiVersion, served),
			fmt.Sprintf("%s %s %s", kind, apiVersion, notServed),
			convertHelp(doc))
	}
	return refuse("apiVersion", handled(fmt.Sprintf(notKnown, k, apiVersion, cmp.Or(w.Scheme, 100))),
		fmt.Sprintf("no Kubernetes server has %s in version %s", kind, apiVersion), help)
}

// IsOldVersion reports whether a finding is about a CRD of v1beta1.
func IsOldVersion(f *report.Finding) bool {
	return f.Code == report.Code(code.CRDVersion) && strings.HasSuffix(f.Message, notServed)
}

// InOtherModule reports whether a warning is about a type of another module. Only its authors can fix it: no
// option of the generator does, and no new run.
func InOtherModule(f *report.Finding) bool {
	return f.Severity != finding.Error && f.Origin != nil && f.Origin.Type != "" && f.Rule != "stale-crd" && !strings.Contains(f.Help, generatorOption)
}

// convertHelp returns the help about a CRD of v1beta1: the command that converts it.
func convertHelp(doc *source.Document) string {
	const convert = "convert it to " + served + ": crdtool convert"
	name := doc.File.Name
	if name == "" || strings.ContainsAny(name, "<> \t'\"$`\\*?;&|") {
		return convert
	}
	return convert + " " + name + " prints it, with --write it changes the file"
}

// typeMetaError returns the error of the decoder that reads apiVersion and kind first.
func typeMetaError(doc *source.Document) string {
	text, err := source.ToJSON(doc.Root)
	if err == nil {
		err = json.Unmarshal(text, &struct {
			APIVersion string `json:"apiVersion"`
			Kind       string `json:"kind"`
		}{})
	}
	if err == nil {
		return ""
	}
	return "couldn't get version/kind; json parse error: " + err.Error()
}

// unrecognized returns the server's message about a body without a valid type. It has the start of the body, in
// hexadecimal unless it is JSON.
func unrecognized(doc *source.Document, text string) string {
	const most = 30
	body, more := doc.Text, ""
	if len(body) == 0 {
		body, _ = source.ToJSON(doc.Root) // an item of a list, which kubectl sends by itself
	}
	if len(body) > most {
		body, more = body[:most], " ..."
	}
	shown := string(body)
	if len(body) > 0 && body[0] != '{' {
		shown = hex.EncodeToString(body)
	}
	return fmt.Sprintf("the object provided is unrecognized (must be of type %s): %s (%s%s)", kind, text, shown, more)
}
