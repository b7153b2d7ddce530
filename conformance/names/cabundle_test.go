package names

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/input/source"
)

// TestInvalidCABundle creates the CRDs of the cases of the rule webhook-ca-invalid: the server establishes
// those without a finding, but for the one whose annotation has another program replace the bundle.
func TestInvalidCABundle(t *testing.T) {
	files, s := begin(t, "webhook-ca-invalid")
	cases := 0
	for i, f := range files {
		if !strings.HasSuffix(f.Name, ".yaml") {
			continue
		}
		cases++
		doc := source.Read(f.Name, bytes.ReplaceAll(f.Data, []byte("example.com"), fmt.Appendf(nil, "bundle%d.example.com", i))).Documents[0]
		name, accepted := install(t, s, doc)
		if !accepted {
			t.Fatalf("%s: its names are not accepted", f.Name)
		}
		want := strings.HasPrefix(f.Name, "good") && f.Name != "good-annotation.yaml"
		if c := established(t, s, name); (c.Status == v1.ConditionTrue) != want || !want && c.Reason != "InvalidCABundle" {
			t.Errorf("%s: %s %s: %s", f.Name, c.Status, c.Reason, c.Message)
		}
	}
	if cases < 5 {
		t.Errorf("only %d cases", cases)
	}
}

// established waits for the server's word on whether it serves a CRD.
func established(t *testing.T, s *server.Server, name string) v1.CustomResourceDefinitionCondition {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		_, body := request(ctx, t, s, http.MethodGet, "/"+name, nil)
		var crd v1.CustomResourceDefinition
		if err := json.Unmarshal(body, &crd); err != nil {
			t.Fatal(err)
		}
		for _, c := range crd.Status.Conditions {
			// The reason Installing stands there until the server has decided.
			if c.Type == v1.Established && (c.Status == v1.ConditionTrue || c.Reason == "InvalidCABundle") {
				return c
			}
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%s: no word about whether it is served", name)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
