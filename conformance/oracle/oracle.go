// Package oracle runs kube-apiserver's own code for CustomResourceDefinitions in
// this process: its codecs, defaults, conversion, strategy and validation, but
// no HTTP and no store. It judges thousands of documents a minute, and its
// answers equal the recorded ones of a real server, which the comparison proves.
package oracle

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/warning"

	"github.com/crdtool/crdtool/internal/testkit/golden"
)

// strategy is what NewStrategy returns, whose type is not exported.
type strategy interface {
	rest.RESTCreateStrategy
	rest.RESTUpdateStrategy
}

// Oracle is the server's code, ready to judge.
type Oracle struct {
	strategy   strategy
	yaml, json runtime.SerializerInfo
}

// New makes an Oracle.
func New() (*Oracle, error) {
	media := apiserver.Codecs.SupportedMediaTypes()
	yaml, hasYAML := runtime.SerializerInfoForMediaType(media, runtime.ContentTypeYAML)
	json, hasJSON := runtime.SerializerInfoForMediaType(media, runtime.ContentTypeJSON)
	if !hasYAML || !hasJSON {
		return nil, errors.New("the API server's codecs lack YAML or JSON")
	}
	return &Oracle{strategy: customresourcedefinition.NewStrategy(apiserver.Scheme), yaml: yaml, json: json}, nil
}

// Create judges the creation of a CRD, made with dryRun.
func (o *Oracle) Create(body []byte, isJSON bool, fieldValidation string) golden.Answer {
	return o.request(body, isJSON, fieldValidation, false)
}

// CreateWritten is Create without dryRun, so that the store has its say.
func (o *Oracle) CreateWritten(body []byte, isJSON bool, fieldValidation string) golden.Answer {
	return o.request(body, isJSON, fieldValidation, true)
}

func (o *Oracle) request(body []byte, isJSON bool, fieldValidation string, written bool) golden.Answer {
	return answer(http.StatusCreated, func(ctx context.Context) error {
		crd, err := o.decodeRequest(ctx, body, isJSON, fieldValidation)
		if err != nil {
			return err
		}
		rest.WipeObjectMetaSystemFields(crd)
		if err := o.create(ctx, crd); err != nil || !written {
			return err
		}
		// So begins Create of k8s.io/apiserver/pkg/storage/etcd3.
		if v, err := (storage.APIObjectVersioner{}).ObjectResourceVersion(crd); err == nil && v != 0 {
			return storage.ErrResourceVersionSetOnCreate
		}
		return nil
	})
}

func (o *Oracle) create(ctx context.Context, crd *apiextensions.CustomResourceDefinition) error {
	rest.FillObjectMetaSystemFields(crd)
	if crd.GenerateName != "" && crd.Name == "" {
		crd.Name = o.strategy.GenerateName(crd.GenerateName)
	}
	return rest.BeforeCreate(o.strategy, ctx, crd)
}

// Update judges the update of what old is in the cluster. Old is not changed.
func (o *Oracle) Update(old *apiextensions.CustomResourceDefinition, body []byte, isJSON bool, fieldValidation string) golden.Answer {
	return answer(http.StatusOK, func(ctx context.Context) error {
		crd, err := o.decodeRequest(ctx, body, isJSON, fieldValidation)
		if err != nil {
			return err
		}
		if crd.Name != old.Name {
			return apierrors.NewBadRequest(fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", crd.Name, old.Name))
		}
		crd.ResourceVersion = old.ResourceVersion
		return rest.BeforeUpdate(o.strategy, ctx, crd, old.DeepCopy())
	})
}

// decodeRequest decodes a body and does what the handlers do to every object
// before it reaches the strategy.
func (o *Oracle) decodeRequest(ctx context.Context, body []byte, isJSON bool, fieldValidation string) (*apiextensions.CustomResourceDefinition, error) {
	crd, warnings, err := o.decode(body, isJSON, fieldValidation)
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		warning.AddWarning(ctx, "", w)
	}
	crd.Namespace = ""
	// The server writes them itself and repairs what a client sends.
	crd.ManagedFields = nil
	mergeOwners(ctx, crd)
	return crd, nil
}

// mergeOwners drops owner references that stand twice, with a warning.
func mergeOwners(ctx context.Context, crd *apiextensions.CustomResourceDefinition) {
	kept := crd.OwnerReferences[:0:0]
	var dropped string
	for _, r := range crd.OwnerReferences {
		twice := false
		for _, k := range kept {
			twice = twice || apiequal(k, r)
		}
		if !twice {
			kept = append(kept, r)
			continue
		}
		if dropped != "" {
			dropped += ", "
		}
		dropped += string(r.UID)
	}
	if dropped != "" {
		warning.AddWarning(ctx, "", fmt.Sprintf(handlers.DuplicateOwnerReferencesWarningFormat, dropped))
		crd.OwnerReferences = kept
	}
}

// answer runs f with what a request's context holds, and turns its outcome into
// an answer.
func answer(success int, f func(context.Context) error) (a golden.Answer) {
	var w warnings
	ctx := warning.WithWarningRecorder(context.Background(), &w)
	ctx = genericapirequest.WithNamespace(ctx, "")
	defer func() {
		if recover() != nil {
			a = golden.Answer{Panic: true}.Canonical()
		}
	}()

	err := f(ctx)
	a.Warnings = w.texts
	if err == nil {
		a.Accepted, a.Code = true, success
		return a.Canonical()
	}
	var status apierrors.APIStatus
	if !errors.As(err, &status) {
		a.Code, a.Message = http.StatusInternalServerError, err.Error()
		return a.Canonical()
	}
	s := status.Status()
	a.Code, a.Message = int(s.Code), s.Message
	if s.Details != nil {
		for _, c := range s.Details.Causes {
			a.Causes = append(a.Causes, golden.Cause{Reason: string(c.Type), Field: c.Field, Message: c.Message})
		}
	}
	return a.Canonical()
}
