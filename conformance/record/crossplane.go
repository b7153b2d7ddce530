package record

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/url"
	"os"

	"github.com/crossplane/crossplane-runtime/v2/pkg/xcrd"
	xv1 "github.com/crossplane/crossplane/apis/v2/apiextensions/v1"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/conformance/server"
	"github.com/crdtool/crdtool/internal/testkit/golden"
)

const xrdPath = "/apis/apiextensions.crossplane.io/"

// RunCrossplane plays CompositeResourceDefinitions, and damaged ones, against a real API server with the CRD of
// CompositeResourceDefinitions, and has Crossplane's code derive CRDs from what is stored.
func RunCrossplane(ctx context.Context, crd string, inputs []golden.XRD, damaged int, path string, out io.Writer) error {
	s, err := server.Start()
	if err != nil {
		return err
	}
	defer s.Stop()
	text, err := os.ReadFile(crd)
	if err != nil {
		return err
	}
	if a, err := ask(ctx, s, request{method: http.MethodPost, path: collection, contentType: asYAML, body: text}); err != nil || !a.Accepted {
		return fmt.Errorf("the CRD of XRDs: %v %v", a.Message, err)
	}
	if err := waitFor(ctx, s, xrdPath+"v1/compositeresourcedefinitions"); err != nil {
		return err
	}
	whole := len(inputs)
	for i := range damaged {
		x := inputs[i%whole]
		text, what, err := damage([]byte(x.Text), rand.New(rand.NewSource(int64(i))))
		if err != nil {
			return fmt.Errorf("%s: %w", x.ID, err)
		}
		inputs = append(inputs, golden.XRD{ID: fmt.Sprintf("%s damaged %d: %s", x.ID, i, what), Source: x.Source, Text: string(text)})
	}
	var lines [][]byte
	var accepted, derived, claims, refused int
	for i := range inputs {
		x := &inputs[i]
		if err := playXRD(ctx, s, x); err != nil {
			return fmt.Errorf("%s: %w", x.ID, err)
		}
		line, err := json.Marshal(x)
		if err != nil {
			return err
		}
		lines = append(lines, line)
		if x.Answer.Accepted {
			accepted++
		}
		for _, d := range []*golden.DerivedCRD{x.Composite, x.Claim} {
			switch {
			case d == nil:
			case d.Error != "" || !d.Answer.Accepted:
				refused++
			case d == x.Claim:
				claims++
			default:
				derived++
			}
		}
	}
	fmt.Fprintf(out, "%d definitions, %d accepted; %d CRDs of composite resources and %d of claims accepted, %d refused or not derived\n", len(inputs), accepted, derived, claims, refused)
	return golden.WriteCommands(path, lines)
}

// waitFor waits until the server serves a path.
func waitFor(ctx context.Context, s *server.Server, path string) error {
	for range 1000 {
		resp, _, err := send(ctx, s, request{method: http.MethodGet, path: path})
		if err == nil && resp.StatusCode == http.StatusOK {
			return nil
		}
	}
	return fmt.Errorf("%s is not served", path)
}

func playXRD(ctx context.Context, s *server.Server, x *golden.XRD) error {
	body, err := yaml.YAMLToJSON([]byte(x.Text))
	if err != nil {
		return err
	}
	var meta struct{ APIVersion string }
	_ = json.Unmarshal(body, &meta)
	version := "v1"
	if meta.APIVersion == "apiextensions.crossplane.io/v2" {
		version = "v2"
	}
	resp, stored, err := send(ctx, s, request{
		method: http.MethodPost, path: xrdPath + version + "/compositeresourcedefinitions", contentType: asJSON, body: body,
		query: url.Values{"fieldValidation": {"Warn"}, "fieldManager": {"tester"}},
	})
	if err != nil {
		return err
	}
	if x.Answer, err = read(resp, stored); err != nil || !x.Answer.Accepted {
		return err
	}
	var created struct{ Metadata struct{ Name string } }
	if err := json.Unmarshal(stored, &created); err != nil {
		return err
	}
	at := xrdPath + "v1/compositeresourcedefinitions/" + created.Metadata.Name
	// Crossplane reads the definition as v1.
	_, stored, err = send(ctx, s, request{method: http.MethodGet, path: at})
	if err != nil {
		return err
	}
	if _, _, err := send(ctx, s, request{method: http.MethodDelete, path: at}); err != nil {
		return err
	}
	var xrd xv1.CompositeResourceDefinition
	if err := json.Unmarshal(stored, &xrd); err != nil {
		x.Composite = &golden.DerivedCRD{Error: err.Error()}
		return nil
	}
	if x.Composite, err = deriveCRD(ctx, s, &xrd, xcrd.ForCompositeResource); err != nil {
		return err
	}
	if xrd.Spec.ClaimNames != nil {
		x.Claim, err = deriveCRD(ctx, s, &xrd, xcrd.ForCompositeResourceClaim)
	}
	return err
}

func deriveCRD(ctx context.Context, s *server.Server, xrd *xv1.CompositeResourceDefinition, derive func(*xv1.CompositeResourceDefinition) (*v1.CustomResourceDefinition, error)) (*golden.DerivedCRD, error) {
	crd, err := derive(xrd)
	if err != nil {
		return &golden.DerivedCRD{Error: err.Error()}, nil
	}
	crd.APIVersion, crd.Kind = "apiextensions.k8s.io/v1", "CustomResourceDefinition"
	d := &golden.DerivedCRD{}
	body, err := json.Marshal(crd)
	if err != nil {
		return nil, err
	}
	if d.Answer, err = ask(ctx, s, request{method: http.MethodPost, path: collection, contentType: asJSON, body: body, query: url.Values{"dryRun": {"All"}}}); err != nil {
		return nil, err
	}
	crd.OwnerReferences = nil // with a uid of the server
	d.CRD, err = json.Marshal(crd)
	return d, err
}
