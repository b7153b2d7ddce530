package apply

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/input/source"
)

// VerbUpdate writes an object as a controller does: the object is created or replaced, without the steps of
// kubectl.
const VerbUpdate Verb = "update"

// A step is the command in a comment at the head of a document, such as
//
//	# crdtool: apply --server-side --field-manager=argocd-controller
type step struct {
	Command
	replicas *int32
}

// A stepError is an error in the comment on a line.
type stepError struct {
	line int
	error
}

// stepMark begins the comment.
const stepMark = "crdtool:"

// readStep returns the step in the comment above a document; without a comment, a step with the command given.
func readStep(doc *source.Document, given Command) (step, error) {
	text, at := stepComment(doc)
	if text == "" {
		return step{Command: given}, nil
	}
	s, err := parseStep(text)
	if err != nil {
		return s, &stepError{at, err}
	}
	return s, nil
}

// stepComment returns the step comment above the first key of a document, and its line.
func stepComment(doc *source.Document) (text string, line int) {
	for at := doc.Line() - 1; at > 0; at-- {
		l := strings.TrimSpace(doc.File.Line(at))
		comment, is := strings.CutPrefix(l, "#")
		if l != "" && !is {
			return "", 0
		}
		if rest, is := strings.CutPrefix(strings.TrimSpace(comment), stepMark); is && !strings.HasPrefix(rest, "ignore") {
			return strings.TrimSpace(rest), at
		}
	}
	return "", 0
}

// stepVerbs lists the words with which a step may begin, for messages.
const stepVerbs = "apply, create, replace, patch, delete, update, status, scale"

func parseStep(text string) (step, error) {
	words := strings.Fields(text)
	var s step
	switch verb := words[0]; verb {
	case "apply", "create", "replace", "delete", "update":
		s.Verb = Verb(verb)
	case "patch":
		s.Verb, s.PatchType = VerbPatch, types.MergePatchType
	case "status", "scale":
		s.Verb, s.Subresource = VerbUpdate, verb
	default:
		return s, fmt.Errorf("crdtool: %q is nothing that is done with an object; write one of %s", verb, stepVerbs)
	}
	for _, word := range words[1:] {
		name, value, has := strings.Cut(word, "=")
		var err error
		switch name {
		case "--server-side":
			s.ServerSide = value != "false"
		case "--force-conflicts":
			s.Force = value != "false"
		case "--field-manager":
			s.Manager = value
		case "--subresource":
			s.Subresource = value
		case "--type":
			err = s.setPatchType(value)
		case "--cascade":
			err = s.setCascade(value)
		case "--replicas":
			var n int64
			n, err = strconv.ParseInt(value, 10, 32)
			replicas := int32(n)
			s.replicas = &replicas
		default:
			return s, fmt.Errorf("crdtool: unknown flag %s; there are --server-side, --force-conflicts, --field-manager=NAME, --subresource=NAME, --type=merge|json, --cascade=background|foreground|orphan, --replicas=N", name)
		}
		if err == nil && !has && name != "--server-side" && name != "--force-conflicts" {
			err = fmt.Errorf("needs a value; write %s=VALUE", name)
		}
		if err != nil {
			return s, fmt.Errorf("crdtool: %s: %w", name, err)
		}
	}
	return s, nil
}

func (s *step) setPatchType(name string) error {
	switch name {
	case "merge":
		s.PatchType = types.MergePatchType
	case "json":
		s.PatchType = types.JSONPatchType
	default:
		return fmt.Errorf("%q is none of merge, json", name)
	}
	return nil
}

func (s *step) setCascade(name string) error {
	switch name {
	case "background":
		s.Propagation = metav1.DeletePropagationBackground
	case "foreground":
		s.Propagation = metav1.DeletePropagationForeground
	case "orphan":
		s.Propagation = metav1.DeletePropagationOrphan
	default:
		return fmt.Errorf("%q is none of background, foreground, orphan", name)
	}
	return nil
}

// patchIn sets the patch of a step to the content of its document: a JSON patch is the field patch, a merge patch
// is the whole document.
func (s *step) patchIn(doc *source.Document) error {
	if s.Verb != VerbPatch || s.Patch != nil {
		return nil
	}
	n := doc.Root
	if s.PatchType == types.JSONPatchType {
		if n = source.Field(doc.Root, "patch"); n == nil {
			return fmt.Errorf("a JSON patch needs its list of operations; write it under patch:, beside apiVersion, kind and metadata.name")
		}
	}
	text, err := source.ToJSON(n)
	if err != nil {
		return err
	}
	s.Patch = bytes.TrimSpace(text)
	return nil
}
