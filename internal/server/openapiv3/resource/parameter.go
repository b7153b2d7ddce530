package resource

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Parameter is a parameter of an operation other than its body: a string, integer or boolean that is given at most
// once.
type Parameter struct {
	Name        string
	In          string // path or query
	Type        string
	Description string
}

// Required reports whether the parameter is required, as those in the path are.
func (p *Parameter) Required() bool { return p.In == "path" }

// The query parameters of an operation are the fields of the options type of meta.v1 that its handler decodes, except
// objects. Their descriptions are those of the type (AddObjectParams of k8s.io/apiserver pkg/endpoints). Lists are
// sorted by name, as in a document.

func (r *Resource) getOptions() []Parameter {
	return r.queries("GetOptions", metav1.GetOptions{}.SwaggerDoc(), query{"resourceVersion", "string"})
}

func (r *Resource) listOptions() []Parameter {
	return r.queries("ListOptions", metav1.ListOptions{}.SwaggerDoc(),
		query{"allowWatchBookmarks", "boolean"},
		query{"continue", "string"},
		query{"fieldSelector", "string"},
		query{"labelSelector", "string"},
		query{"limit", "integer"},
		query{"resourceVersion", "string"},
		query{"resourceVersionMatch", "string"},
		query{"sendInitialEvents", "boolean"},
		query{"shardSelector", "string"},
		query{"timeoutSeconds", "integer"},
		query{"watch", "boolean"})
}

func (r *Resource) createOptions() []Parameter {
	return r.queries("CreateOptions", metav1.CreateOptions{}.SwaggerDoc(),
		query{"dryRun", "string"},
		query{"fieldManager", "string"},
		query{"fieldValidation", "string"})
}

func (r *Resource) updateOptions() []Parameter {
	return r.queries("UpdateOptions", metav1.UpdateOptions{}.SwaggerDoc(),
		query{"dryRun", "string"},
		query{"fieldManager", "string"},
		query{"fieldValidation", "string"})
}

// patchOptions returns the options of updates, and force. The record of releases up to 1.26 removes force.
func (r *Resource) patchOptions() []Parameter {
	return r.queries("PatchOptions", metav1.PatchOptions{}.SwaggerDoc(),
		query{"dryRun", "string"},
		query{"fieldManager", "string"},
		query{"fieldValidation", "string"},
		query{"force", "boolean"})
}

func (r *Resource) deleteOptions() []Parameter {
	return r.queries("DeleteOptions", metav1.DeleteOptions{}.SwaggerDoc(),
		query{"dryRun", "string"},
		query{"gracePeriodSeconds", "integer"},
		query{"ignoreStoreReadErrorWithClusterBreakingPotential", "boolean"},
		query{"orphanDependents", "boolean"},
		query{"propagationPolicy", "string"})
}

type query struct{ name, typ string }

// queries returns parameters with the release's descriptions: those of the newest options type, unless the release
// differs.
func (r *Resource) queries(options string, doc map[string]string, list ...query) []Parameter {
	older := r.Generated().Options[options]
	all := make([]Parameter, 0, len(list))
	for _, q := range list {
		p := Parameter{q.name, "query", q.typ, doc[q.name]}
		if text, differs := older[q.name]; differs {
			if text == nil {
				continue // the release does not have it
			}
			p.Description = *text
		}
		all = append(all, p)
	}
	return all
}

// pretty returns a parameter that every operation has.
func (r *Resource) pretty() Parameter {
	text := "If 'true', then the output is pretty printed."
	if r.Of().PrettyByUserAgent {
		text += " Defaults to 'false' unless the user-agent indicates a browser or command-line HTTP tool (curl and wget)."
	}
	return Parameter{"pretty", "query", "string", text}
}

var namespace = Parameter{"namespace", "path", "string", "object name and auth scope, such as for teams and projects"}

func (r *Resource) name() Parameter {
	return Parameter{"name", "path", "string", "name of the " + r.Kind}
}
