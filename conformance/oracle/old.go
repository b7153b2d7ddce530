package oracle

import (
	"context"
	"fmt"
	"slices"
	"time"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
)

// Old makes of the text of a CRD what a cluster holds after it was created and
// its names were judged: Established unless the text's status says otherwise,
// with the storedVersions of the status if it lists some. A stored one is taken
// as it is; any other must pass the server's checks.
func (o *Oracle) Old(text []byte, stored bool) (*apiextensions.CustomResourceDefinition, error) {
	crd, _, err := o.decode(text, false, "Strict")
	if err != nil {
		return nil, err
	}
	status, generation := crd.Status, crd.Generation
	if !stored {
		ctx := genericapirequest.WithNamespace(context.Background(), "")
		if err := o.create(ctx, crd); err != nil {
			return nil, fmt.Errorf("the old CRD is refused: %w", err)
		}
	}
	crd.UID, crd.ResourceVersion, crd.Generation = "1", "1", 1
	if stored && generation != 0 {
		crd.Generation = generation
	}
	crd.CreationTimestamp = metav1.NewTime(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC))

	crd.Status = apiextensions.CustomResourceDefinitionStatus{
		StoredVersions: status.StoredVersions,
		Conditions:     status.Conditions,
		AcceptedNames:  status.AcceptedNames,
	}
	if status.AcceptedNames.Plural == "" {
		crd.Status.AcceptedNames = crd.Spec.Names
	}
	if len(status.StoredVersions) == 0 {
		for _, v := range crd.Spec.Versions {
			if v.Storage {
				crd.Status.StoredVersions = append(crd.Status.StoredVersions, v.Name)
			}
		}
	}
	if !slices.ContainsFunc(status.Conditions, func(c apiextensions.CustomResourceDefinitionCondition) bool {
		return c.Type == apiextensions.Established
	}) {
		crd.Status.Conditions = append(crd.Status.Conditions, apiextensions.CustomResourceDefinitionCondition{
			Type: apiextensions.Established, Status: apiextensions.ConditionTrue,
		})
	}
	return crd, nil
}
