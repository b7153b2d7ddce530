package names

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/linting/lint"
	"github.com/crdtool/crdtool/internal/linting/rules"
	"github.com/crdtool/crdtool/internal/testkit/golden"
	"github.com/crdtool/crdtool/kube"
)

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

// begin starts an API server for a test, and returns the cases of a lint rule.
func begin(t *testing.T, rule string) ([]golden.File, *server.Server) {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts an API server, which takes some seconds")
	}
	text, err := os.ReadFile("../../testdata/lint/" + rule + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return golden.Parse(text).Files, s
}

func TestNamesClash(t *testing.T) {
	files, s := begin(t, "names-clash")

	rule := rules.Find("names-clash")
	opts := lint.Options{Rules: &rules.Selection{Active: []rules.Active{{Rule: rule, Severity: rule.Severity}}}}
	accepted, refused := 0, 0
	for i, f := range files {
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

// TestNamesNotAccepted updates a CRD on the server as the cases of the rule names-not-accepted do: the
// server refuses the names of those whose file begins with bad, and accepts those of the others.
func TestNamesNotAccepted(t *testing.T) {
	files, s := begin(t, "names-not-accepted")

	if files[0].Name != "old.yaml" {
		t.Fatalf("the first file is %s", files[0].Name)
	}
	updates := 0
	for i, f := range files {
		if i == 0 || !strings.HasSuffix(f.Name, ".yaml") {
			continue
		}
		group := fmt.Appendf(nil, "update%d.example.com", i)
		old := source.Read("old.yaml", bytes.ReplaceAll(files[0].Data, []byte("example.com"), group)).Documents[0]
		name, ok := install(t, s, old)
		if !ok {
			t.Fatalf("%s: the names of the old CRD are not accepted", f.Name)
		}
		updated := source.Read(f.Name, bytes.ReplaceAll(f.Data, []byte("example.com"), group)).Documents[0]
		if good := !strings.HasPrefix(f.Name, "bad"); update(t, s, name, updated, good) != good {
			t.Errorf("%s: names accepted: %v", f.Name, !good)
		}
		updates++
	}
	if updates < 3 {
		t.Errorf("only %d updates", updates)
	}
}

// update gives the CRD on the server the spec of a document, and tells whether the server accepts its names. The server
// may refuse a name that the CRD itself gives up in the same update, and accept it when it looks again: where the names
// are expected to be accepted, a refusal is waited out.
func update(t *testing.T, s *server.Server, name string, doc *source.Document, expected bool) (accepted bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	asJSON, err := source.ToJSON(doc.Root)
	if err != nil {
		t.Fatal(err)
	}
	var want, crd v1.CustomResourceDefinition
	if err := json.Unmarshal(asJSON, &want); err != nil {
		t.Fatal(err)
	}
	get := func() {
		t.Helper()
		_, body := request(ctx, t, s, http.MethodGet, "/"+name, nil)
		crd = v1.CustomResourceDefinition{}
		if err := json.Unmarshal(body, &crd); err != nil {
			t.Fatal(err)
		}
	}
	for { // the server's controllers write the object as well
		get()
		crd.Spec = want.Spec
		body, err := json.Marshal(crd)
		if err != nil {
			t.Fatal(err)
		}
		status, answer := request(ctx, t, s, http.MethodPut, "/"+name, body)
		if status == http.StatusOK {
			break
		}
		if status != http.StatusConflict {
			t.Fatalf("%s: %d: %s", name, status, answer)
		}
	}
	const staysRefused = 2 * time.Second
	var refused time.Time
	for {
		get()
		names := want.Spec.Names
		if names.Singular == "" {
			names.Singular = strings.ToLower(names.Kind)
		}
		if got := crd.Status.AcceptedNames; got.Singular == names.Singular && slices.Equal(got.ShortNames, names.ShortNames) {
			return true
		}
		for _, c := range crd.Status.Conditions {
			if c.Type == v1.NamesAccepted && c.Status == v1.ConditionFalse {
				if refused.IsZero() {
					refused = time.Now()
				}
				if !expected && time.Since(refused) > staysRefused {
					return false
				}
			}
		}
		select {
		case <-ctx.Done():
			t.Fatalf("%s: no word about its names", name)
		case <-time.After(20 * time.Millisecond):
		}
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
