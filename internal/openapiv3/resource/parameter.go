package resource

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Parameter is a parameter of an operation other than its body. All are strings,
// integers or booleans, and given once at most.
type Parameter struct {
	Name        string
	In          string // path or query
	Type        string
	Description string
}

// Required reports whether the parameter must be given, which is true of those
// in the path.
func (p *Parameter) Required() bool { return p.In == "path" }

// The query parameters of an operation are the fields of the options type of
// meta.v1 that its handler decodes, without those that are objects. The types'
// own documentation has the words (AddObjectParams of k8s.io/apiserver
// pkg/endpoints). Lists are sorted by name, as parameters are in a document.

func getOptions() []Parameter {
	return queries(metav1.GetOptions{}.SwaggerDoc(), query{"resourceVersion", "string"})
}

func listOptions() []Parameter {
	return queries(metav1.ListOptions{}.SwaggerDoc(),
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

func createOptions() []Parameter {
	return queries(metav1.CreateOptions{}.SwaggerDoc(),
		query{"dryRun", "string"},
		query{"fieldManager", "string"},
		query{"fieldValidation", "string"})
}

func updateOptions() []Parameter {
	return queries(metav1.UpdateOptions{}.SwaggerDoc(),
		query{"dryRun", "string"},
		query{"fieldManager", "string"},
		query{"fieldValidation", "string"})
}

func patchOptions() []Parameter {
	return queries(metav1.PatchOptions{}.SwaggerDoc(),
		query{"dryRun", "string"},
		query{"fieldManager", "string"},
		query{"fieldValidation", "string"},
		query{"force", "boolean"})
}

func deleteOptions() []Parameter {
	return queries(metav1.DeleteOptions{}.SwaggerDoc(),
		query{"dryRun", "string"},
		query{"gracePeriodSeconds", "integer"},
		query{"ignoreStoreReadErrorWithClusterBreakingPotential", "boolean"},
		query{"orphanDependents", "boolean"},
		query{"propagationPolicy", "string"})
}

type query struct{ name, typ string }

func queries(doc map[string]string, list ...query) []Parameter {
	all := make([]Parameter, len(list))
	for i, q := range list {
		all[i] = Parameter{q.name, "query", q.typ, doc[q.name]}
	}
	return all
}

// pretty is a parameter of every operation.
var pretty = Parameter{"pretty", "query", "string",
	"If 'true', then the output is pretty printed. Defaults to 'false' unless the user-agent indicates a browser or command-line HTTP tool (curl and wget)."}

var namespace = Parameter{"namespace", "path", "string", "object name and auth scope, such as for teams and projects"}

func (r *Resource) name() Parameter {
	return Parameter{"name", "path", "string", "name of the " + r.Kind}
}
