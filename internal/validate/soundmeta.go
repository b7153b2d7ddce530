package validate

import (
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
)

// SoundMeta reports whether nothing is surely wrong with metadata that ObjectMeta has been read
// from: whether ValidateObjectMeta of apimachinery finds nothing, be names subdomains or no more
// than what stands in a URL. Most metadata is sound, and what checks all of it takes ten times
// as long.
func SoundMeta(metadata any, namespaced bool) bool {
	fields, ok := metadata.(map[string]any)
	if !ok || fields["name"] == nil || namespaced && fields["namespace"] == nil {
		return false
	}
	for k, v := range fields {
		ok := false
		switch k {
		case "name":
			text, _ := v.(string)
			ok = soundSubdomain(text)
		case "namespace":
			text, _ := v.(string)
			ok = namespaced && soundLabel(text)
		case "uid", "resourceVersion", "creationTimestamp":
			_, ok = v.(string)
		case "generation":
			var n int64
			n, ok = v.(int64)
			ok = ok && n >= 0
		case "labels":
			ok = soundLabels(v)
		case "annotations":
			ok = soundAnnotations(v)
		}
		if !ok {
			return false
		}
	}
	return true
}

// SoundMetaChange reports whether ValidateObjectMetaUpdate of apimachinery surely finds nothing in a
// change to sound metadata.
func SoundMetaChange(metadata, old any) bool {
	is, _ := metadata.(map[string]any)
	was, ok := old.(map[string]any)
	if version, _ := is["resourceVersion"].(string); !ok || version == "" {
		return false
	}
	for k := range was {
		switch k {
		case "name", "namespace", "uid", "resourceVersion", "creationTimestamp", "generation", "labels", "annotations":
		default:
			return false
		}
	}
	for _, k := range [...]string{"name", "namespace", "uid", "creationTimestamp"} {
		if now, has := is[k]; has != (was[k] != nil) || has && now != was[k] {
			return false
		}
	}
	generation, _ := is["generation"].(int64)
	before, isNumber := was["generation"].(int64)
	return (isNumber || was["generation"] == nil) && generation >= before
}

func soundLabels(v any) bool {
	labels, ok := v.(map[string]any)
	for name, value := range labels {
		text, isText := value.(string)
		if !isText || !soundQualified(name) || text != "" && !soundName(text, false) {
			return false
		}
	}
	return ok
}

func soundAnnotations(v any) bool {
	annotations, ok := v.(map[string]any)
	size := 0
	for name, value := range annotations {
		text, isText := value.(string)
		if !isText || !soundQualified(name) {
			return false
		}
		size += len(name) + len(text)
	}
	return ok && size <= metavalidation.TotalAnnotationSizeLimitB
}

// soundQualified reports whether a text is a name, behind a prefix or not.
func soundQualified(text string) bool {
	prefix, name, found := strings.Cut(text, "/")
	switch {
	case !found:
		name = text
	case !soundSubdomain(prefix):
		return false
	}
	return soundName(name, false)
}

// soundSubdomain reports whether a text is labels with dots between them, and not too long.
func soundSubdomain(text string) bool {
	if len(text) > content.DNS1123SubdomainMaxLength {
		return false
	}
	for label := range strings.SplitSeq(text, ".") {
		if !soundName(label, true) {
			return false
		}
	}
	return true
}

func soundLabel(text string) bool {
	return len(text) <= content.DNS1123LabelMaxLength && soundName(text, true)
}

// soundName reports whether a text has letters, digits and dashes, and no dash at its ends. A part of a
// domain has small letters alone; other names may have dots and underscores between their ends, too,
// and are no longer than the value of a label.
func soundName(text string, domain bool) bool {
	if text == "" || !domain && len(text) > content.LabelValueMaxLength {
		return false
	}
	for i := range len(text) {
		c := text[i]
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', !domain && 'A' <= c && c <= 'Z':
		case (c == '-' || !domain && (c == '.' || c == '_')) && i > 0 && i < len(text)-1:
		default:
			return false
		}
	}
	return true
}
