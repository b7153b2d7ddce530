package clientapply_test

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"

	"github.com/crdtool/crdtool/internal/objects/clientapply"
	"github.com/crdtool/crdtool/internal/text/code"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// TestFailedMigration has each step of the migration from client-side apply refused. The
// object is applied all the same, and the refusal is a warning.
func TestFailedMigration(t *testing.T) {
	const manifest = `{"apiVersion":"g.example.com/v1","kind":"W","metadata":{"name":"n"}}`
	live := func() map[string]any {
		return map[string]any{"apiVersion": "g.example.com/v1", "kind": "W", "metadata": map[string]any{
			"name": "n", "resourceVersion": "5", "annotations": map[string]any{clientapply.Annotation: manifest},
			"managedFields": []any{map[string]any{"manager": clientapply.ManagerClientSide, "operation": "Update", "apiVersion": "g.example.com/v1", "fieldsType": "FieldsV1",
				"fieldsV1": map[string]any{"f:metadata": map[string]any{"f:annotations": map[string]any{"f:" + clientapply.Annotation: map[string]any{}}}}}},
		}}
	}
	for refused, want := range map[int]struct {
		code  finding.Code
		verbs string
	}{
		2: {code.KubectlMigrationAnnotation, "apply apply"},
		3: {code.KubectlMigrationPatch, "apply apply json"},
		4: {code.KubectlMigrationReapply, "apply apply json apply"},
		5: {"", "apply apply json apply"},
	} {
		var verbs []string
		result := clientapply.Apply([]byte(manifest), clientapply.Resource{GroupVersionKind: schema.GroupVersionKind{Group: "g.example.com", Version: "v1", Kind: "W"}, Plural: "ws"},
			clientapply.Options{ServerSide: true}, func(r clientapply.Request) clientapply.Answer {
				verbs = append(verbs, map[types.PatchType]string{types.ApplyPatchType: "apply", types.JSONPatchType: "json"}[r.Type])
				if len(verbs) == refused {
					return clientapply.Answer{Status: &metav1.Status{Code: 403, Reason: metav1.StatusReasonForbidden, Message: "no"}}
				}
				return clientapply.Answer{Object: live()}
			})
		if result.Outcome != clientapply.ServerSideApplied || result.Refusal != nil {
			t.Errorf("%d: %q, refused: %v", refused, result.Outcome, result.Refusal)
		}
		if got := strings.Join(verbs, " "); got != want.verbs {
			t.Errorf("%d: requests %s, want %s", refused, got, want.verbs)
		}
		var got finding.Code
		if len(result.Notes) > 0 {
			got = result.Notes[0].Code
			if text := result.Errors(); !strings.HasSuffix(text, "Error: no\n") || strings.Contains(text, "{") {
				t.Errorf("%d: %s", refused, text)
			}
		}
		if got != want.code || len(result.Notes) > 1 {
			t.Errorf("%d: notes %v, want %s", refused, result.Notes, want.code)
		}
	}
}

// TestMigrationConflicts has the object changed by somebody else again and again.
func TestMigrationConflicts(t *testing.T) {
	const manifest = `{"apiVersion":"g.example.com/v1","kind":"W","metadata":{"name":"n"}}`
	patches, gets := 0, 0
	result := clientapply.Apply([]byte(manifest), clientapply.Resource{GroupVersionKind: schema.GroupVersionKind{Group: "g.example.com", Version: "v1", Kind: "W"}, Plural: "ws"},
		clientapply.Options{ServerSide: true, Manager: "me"}, func(r clientapply.Request) clientapply.Answer {
			switch {
			case r.Type == types.JSONPatchType:
				patches++
				return clientapply.Answer{Status: &metav1.Status{Code: 409, Reason: metav1.StatusReasonConflict, Message: "changed"}}
			case r.Verb == clientapply.Get:
				gets++
			}
			return clientapply.Answer{Object: map[string]any{"metadata": map[string]any{
				"name": "n", "managedFields": []any{map[string]any{"manager": "old", "operation": "Update", "apiVersion": "g.example.com/v1", "fieldsType": "FieldsV1",
					"fieldsV1": map[string]any{"f:metadata": map[string]any{"f:annotations": map[string]any{"f:" + clientapply.Annotation: map[string]any{}}}}}},
			}}}
		})
	if patches != 5 || gets != 5 || len(result.Notes) != 1 || result.Notes[0].Code != code.KubectlMigrationPatch || result.Migrated {
		t.Errorf("%d patches, %d gets, notes %v", patches, gets, result.Notes)
	}
}
