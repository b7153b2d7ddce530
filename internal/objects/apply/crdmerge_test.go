package apply_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/objects/apply"
	"github.com/crdtool/crdtool/kube"
)

// boards is a CRD with the conversion that is put in.
const boards = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: boards.example.com
%s
spec:
  group: example.com
  names: {kind: Board, listKind: BoardList, plural: boards, singular: board}
  scope: Namespaced
  conversion:
%s
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}
`

const (
	webhookByService = `    strategy: Webhook
    webhook:
      conversionReviewVersions: [v1]
      clientConfig:
        service: {name: conv, namespace: sys, path: /convert}`
	withBundle = webhookByService + "\n        caBundle: Tm90IGEgcmVhbCBDQQ=="
	// kubectl owns what webhookByService says, cainjector the bundle.
	ownedByTwo = `  uid: 1c0b
  resourceVersion: "7"
  managedFields:
  - manager: kubectl
    operation: Apply
    apiVersion: apiextensions.k8s.io/v1
    fieldsType: FieldsV1
    fieldsV1: {"f:spec":{"f:conversion":{".":{},"f:strategy":{},"f:webhook":{".":{},"f:conversionReviewVersions":{},"f:clientConfig":{".":{},"f:service":{".":{},"f:name":{},"f:namespace":{},"f:path":{}}}}},"f:group":{},"f:names":{"f:kind":{},"f:listKind":{},"f:plural":{},"f:singular":{}},"f:scope":{},"f:versions":{}}}
  - manager: cainjector
    operation: Update
    apiVersion: apiextensions.k8s.io/v1
    fieldsType: FieldsV1
    fieldsV1: {"f:spec":{"f:conversion":{"f:webhook":{"f:clientConfig":{"f:caBundle":{}}}}}}`
)

// TestCRDsAreMerged: a CRD of a sequence is merged with the live one as the server and kubectl do.
func TestCRDsAreMerged(t *testing.T) {
	// lastApplied is the annotation of a client-side apply.
	lastApplied := func(conversion string) string {
		return fmt.Sprintf("  uid: 1c0b\n  resourceVersion: \"7\"\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      {\"spec\": {\"conversion\": %s}}", conversion)
	}
	for _, test := range []struct {
		name, live, new string
		serverSide      bool
		want            string
	}{
		{"the bundle of another manager stays", fmt.Sprintf(boards, ownedByTwo, withBundle), fmt.Sprintf(boards, "", "    strategy: None"), true,
			`refused 10: spec.conversion.webhook.clientConfig is not in the file: it stays from the live CRD, where a part of it is owned by "cainjector"`},
		{"the bundle of another manager is kept", fmt.Sprintf(boards, ownedByTwo, withBundle), fmt.Sprintf(boards, "", webhookByService), true, "updated"},
		{"another value than its owner's", fmt.Sprintf(boards, ownedByTwo, withBundle), fmt.Sprintf(boards, "", webhookByService+"\n        caBundle: QQ=="), true,
			`refused 16: remove it from the manifest to leave it to "cainjector"`},
		{"a webhook that nobody else owns goes", fmt.Sprintf(boards, "", webhookByService), fmt.Sprintf(boards, "", "    strategy: None"), true, "updated"},
		{"by client: what was applied goes", fmt.Sprintf(boards, lastApplied(`{"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],"clientConfig":{"service":{"name":"conv","namespace":"sys","path":"/convert"}}}}`), webhookByService),
			fmt.Sprintf(boards, "", "    strategy: None"), false, "updated"},
		{"by client: what was not applied stays", fmt.Sprintf(boards, lastApplied(`{"strategy":"Webhook"}`), webhookByService), fmt.Sprintf(boards, "", "    strategy: None"), false,
			"refused 10: spec.conversion.webhook.clientConfig is not in the file: it stays from the live CRD (should not be set when strategy is not set to Webhook)"},
		{"too large for the annotation", "", fmt.Sprintf(boards, "  annotations: {example.com/notes: "+strings.Repeat("a", 262_000)+"}", "    strategy: None"), false, "refused 5:  (Too long: may not be more than 262144 bytes)"},
		{"too large for the annotation, by server", "", fmt.Sprintf(boards, "  annotations: {example.com/notes: "+strings.Repeat("a", 262_000)+"}", "    strategy: None"), true, "created"},
	} {
		t.Run(test.name, func(t *testing.T) {
			crds := apply.NewCRDs(kube.Latest, false)
			if test.live != "" {
				crds.Add(source.Read("live.yaml", []byte(test.live)))
			}
			r := apply.New(crds, apply.RunOptions{Command: apply.Command{ServerSide: test.serverSide}})
			if err := r.StartSequence(); err != nil {
				t.Fatal(err)
			}
			out := r.File(source.Read("new.yaml", []byte(test.new)))
			if len(out.Results) != 1 {
				t.Fatalf("%d results", len(out.Results))
			}
			got := string(out.Results[0].Verdict)
			for _, f := range out.Results[0].Findings {
				got += fmt.Sprintf(" %d: %s (%s)", f.Line, f.Help, f.Message)
			}
			if !strings.HasPrefix(got, test.want) || test.want == "updated" && got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestStepOfCRDThatIsNone: a comment that names no request is the fault of the file, and no answer of a server.
func TestStepOfCRDThatIsNone(t *testing.T) {
	r := apply.New(apply.NewCRDs(kube.Latest, false), apply.RunOptions{})
	if err := r.StartSequence(); err != nil {
		t.Fatal(err)
	}
	out := r.File(source.Read("new.yaml", []byte("# crdtool: frobnicate\n"+fmt.Sprintf(boards, "", "    strategy: None"))))
	if len(out.Results) != 0 || out.Summary.Untried != 1 || len(out.Findings) != 1 || out.Findings[0].Line != 1 {
		t.Errorf("%+v, %v", out.Summary, out.Findings)
	}
}
