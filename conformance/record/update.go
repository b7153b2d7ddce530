package record

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// update brings the old CRD about and plays the case as an update of it.
func update(ctx context.Context, s *server.Server, c *golden.Case) (golden.Answer, error) {
	name, err := install(ctx, s, c.Old, c.OldStored)
	if err != nil {
		return golden.Answer{}, fmt.Errorf("old CRD: %w", err)
	}
	defer remove(ctx, s, name)

	// The server's controllers write to the CRD's status for a while, and each
	// write makes our resourceVersion stale.
	for range 20 {
		live, err := get(ctx, s, name)
		if err != nil {
			return golden.Answer{}, err
		}
		body, err := withResourceVersion(c.CRD, c.JSON, live.ResourceVersion)
		if err != nil {
			return golden.Answer{}, err
		}
		a, err := ask(ctx, s, newRequest(c, http.MethodPut, collection+"/"+name, body))
		if err != nil || a.Code != http.StatusConflict {
			return a, err
		}
		time.Sleep(pollInterval)
	}
	return golden.Answer{}, fmt.Errorf("update conflicts with writes of others, time after time")
}

const pollInterval = 20 * time.Millisecond

// install makes the server hold a CRD in the state that the text gives: created
// as a user creates it, or put straight into the store, Established unless
// conditions in its status say otherwise, with the storedVersions of its status
// if it lists some. It returns the CRD's name.
func install(ctx context.Context, s *server.Server, text []byte, stored bool) (name string, err error) {
	object, err := yaml.YAMLToJSON(text)
	if err != nil {
		return "", err
	}
	var want v1.CustomResourceDefinition
	if err := json.Unmarshal(object, &want); err != nil {
		return "", err
	}
	if stored {
		err = put(ctx, s, want.Name, object)
	} else {
		err = create(ctx, s, text)
	}
	if err == nil {
		err = await(ctx, s, &want)
	}
	if err == nil && !stored && len(want.Status.StoredVersions) > 0 {
		err = setStoredVersions(ctx, s, want.Name, want.Status.StoredVersions)
	}
	if err != nil {
		remove(ctx, s, want.Name)
	}
	return want.Name, err
}

func create(ctx context.Context, s *server.Server, text []byte) error {
	a, err := ask(ctx, s, request{method: http.MethodPost, path: collection, contentType: asYAML, body: text})
	if err == nil && !a.Accepted {
		err = refusedError{"refused, so it needs the option old: stored: " + a.Message}
	}
	return err
}

// refusedError says that the server refuses what a case begins with.
type refusedError struct{ text string }

func (e refusedError) Error() string { return e.text }

// put writes the object into the store with the fields that the server would
// have filled in.
func put(ctx context.Context, s *server.Server, name string, object []byte) error {
	var o map[string]any
	if err := json.Unmarshal(object, &o); err != nil {
		return err
	}
	meta := o["metadata"].(map[string]any)
	meta["uid"] = "00000000-0000-4000-8000-000000000000"
	meta["creationTimestamp"] = "2020-01-01T00:00:00Z"
	if meta["generation"] == nil {
		meta["generation"] = 1
	}
	if o["status"] == nil {
		o["status"] = map[string]any{"storedVersions": storageVersions(o)}
	}
	filled, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return s.Put(ctx, name, filled)
}

func storageVersions(crd map[string]any) []any {
	stored := []any{}
	spec, _ := crd["spec"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	for _, v := range versions {
		if v, _ := v.(map[string]any); v["storage"] == true {
			stored = append(stored, v["name"])
		}
	}
	return stored
}

// await waits until the server's controllers have judged the CRD's names.
func await(ctx context.Context, s *server.Server, want *v1.CustomResourceDefinition) error {
	condition := v1.CustomResourceDefinitionCondition{Type: v1.Established, Status: v1.ConditionTrue}
	for _, c := range want.Status.Conditions {
		if c.Type == v1.Established && c.Status != v1.ConditionTrue {
			// Not established is what a CRD is whose names are taken.
			condition = v1.CustomResourceDefinitionCondition{Type: v1.NamesAccepted, Status: v1.ConditionFalse}
		}
	}
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(pollInterval) {
		live, err := get(ctx, s, want.Name)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(live.Status.Conditions, func(c v1.CustomResourceDefinitionCondition) bool {
			return c.Type == condition.Type && c.Status == condition.Status
		}) {
			return nil
		}
	}
	return fmt.Errorf("%s: condition %s did not become %s", want.Name, condition.Type, condition.Status)
}

// setStoredVersions writes status.storedVersions as a migrator does.
func setStoredVersions(ctx context.Context, s *server.Server, name string, versions []string) error {
	for range 20 {
		live, err := get(ctx, s, name)
		if err != nil {
			return err
		}
		live.Status.StoredVersions = versions
		live.TypeMeta = metav1.TypeMeta{APIVersion: v1.SchemeGroupVersion.String(), Kind: "CustomResourceDefinition"}
		body, err := json.Marshal(live)
		if err != nil {
			return err
		}
		a, err := ask(ctx, s, request{method: http.MethodPut, path: collection + "/" + name + "/status", contentType: asJSON, body: body})
		switch {
		case err != nil:
			return err
		case a.Accepted:
			return nil
		case a.Code != http.StatusConflict:
			return fmt.Errorf("writing storedVersions: %s", a.Message)
		}
	}
	return fmt.Errorf("writing storedVersions conflicts with writes of others, time after time")
}

// get reads the CRD that the server holds.
func get(ctx context.Context, s *server.Server, name string) (*v1.CustomResourceDefinition, error) {
	resp, body, err := send(ctx, s, request{method: http.MethodGet, path: collection + "/" + url.PathEscape(name)})
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("reading %s: %s", name, body)
	}
	crd := new(v1.CustomResourceDefinition)
	return crd, json.Unmarshal(body, crd)
}

// remove takes the CRD from the store. What is left behind would show in the
// cases that follow, so there is nothing sensible to do on failure but to stop.
func remove(ctx context.Context, s *server.Server, name string) {
	if err := s.Delete(ctx, name); err != nil {
		panic(fmt.Sprintf("removing %s: %v", name, err))
	}
}

// withResourceVersion adds metadata.resourceVersion to the text of a CRD, which
// otherwise stays byte for byte what the case holds. A text that has one keeps
// it.
func withResourceVersion(text []byte, isJSON bool, version string) ([]byte, error) {
	if bytes.Contains(text, []byte("resourceVersion")) {
		return text, nil
	}
	mark, added := []byte("\nmetadata:\n"), "\nmetadata:\n  resourceVersion: %q\n"
	if isJSON {
		mark, added = []byte(`"metadata": {`), `"metadata": {"resourceVersion": %q, `
	}
	if bytes.Count(text, mark) != 1 {
		return nil, fmt.Errorf("found no single %q to add a resourceVersion to", mark)
	}
	return bytes.Replace(text, mark, fmt.Appendf(nil, added, version), 1), nil
}
