package names

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/golden"
	"github.com/crdtool/crdtool/internal/rules"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/kube"
	"github.com/crdtool/crdtool/lint"
)

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

func TestNamesClash(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts an API server")
	}
	text, err := os.ReadFile("../../testdata/lint/names-clash.txtar")
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()

	rule := rules.Find("names-clash")
	opts := lint.Options{Rules: &rules.Selection{Active: []rules.Active{{Rule: rule, Severity: rule.Severity}}}}
	accepted, refused := 0, 0
	for i, f := range golden.Parse(text).Files {
		if !strings.HasSuffix(f.Name, ".yaml") {
			continue
		}
		// The files are not to get into each other's way.
		data := bytes.ReplaceAll(f.Data, []byte("example."), fmt.Appendf(nil, "file%d.example.", i))
		file := source.Read(f.Name, data)
		found := lint.Set(lint.New(kube.Latest).File(file, opts).Identities, nil, nil).Findings
		clashes := map[string]bool{}
		for _, c := range found {
			clashes[c.CRD] = true
		}
		for _, doc := range file.Documents {
			name, ok := install(t, s, doc)
			if ok == clashes[name] {
				t.Errorf("%s: %s: names accepted: %v, a finding: %v", f.Name, name, ok, clashes[name])
			}
			if ok {
				accepted++
			} else {
				refused++
			}
		}
	}
	if accepted < 5 || refused < 3 {
		t.Errorf("the names of %d CRDs were accepted, those of %d were not", accepted, refused)
	}
}

// install creates a CRD, unless there is a copy of it, and tells whether the
// server accepts its names.
func install(t *testing.T, s *server.Server, doc *source.Document) (name string, accepted bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	asJSON, err := source.ToJSON(doc.Root)
	if err != nil {
		t.Fatal(err)
	}
	var crd v1.CustomResourceDefinition
	if err := json.Unmarshal(asJSON, &crd); err != nil {
		t.Fatal(err)
	}
	name = crd.Name
	if status, body := request(ctx, t, s, http.MethodPost, "", asJSON); status != http.StatusCreated && status != http.StatusConflict {
		t.Fatalf("%s: %d: %s", name, status, body)
	}
	for {
		_, body := request(ctx, t, s, http.MethodGet, "/"+name, nil)
		crd.Status.Conditions = nil
		if err := json.Unmarshal(body, &crd); err != nil {
			t.Fatal(err)
		}
		for _, c := range crd.Status.Conditions {
			if c.Type == v1.NamesAccepted {
				return name, c.Status == v1.ConditionTrue
			}
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%s: no word about its names", name)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func request(ctx context.Context, t *testing.T, s *server.Server, method, path string, body []byte) (status int, answer []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, s.URL+collection+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.Client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, answer
}
