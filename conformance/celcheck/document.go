package celcheck

import (
	"errors"
	"fmt"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/crdtool/crdtool/internal/input/source"
	"github.com/crdtool/crdtool/internal/input/yamldecode"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/server/crd"
	"github.com/crdtool/crdtool/internal/text/finding"
)

// document is a CRD as both sides read it.
type document struct {
	ours   *crd.CustomResourceDefinition
	server *apiextensions.CustomResourceDefinition
}

// read reads a CRD, which must decode without a flaw.
func read(name string, text []byte) (*document, error) {
	f := source.Read(name, text)
	if len(f.Documents) != 1 {
		return nil, fmt.Errorf("%s: %d documents", name, len(f.Documents))
	}
	ours, flaws := crd.Decode(f.Documents[0])
	for _, flaw := range flaws {
		if flaw.Kind == yamldecode.WrongType {
			return nil, errors.New(name + ": does not decode")
		}
	}
	ours.Default()

	var external v1.CustomResourceDefinition
	if err := yaml.Unmarshal(text, &external); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	v1.SetDefaults_CustomResourceDefinition(&external)
	v1.SetDefaults_CustomResourceDefinitionSpec(&external.Spec)
	d := &document{ours: ours, server: &apiextensions.CustomResourceDefinition{}}
	if err := v1.Convert_v1_CustomResourceDefinition_To_apiextensions_CustomResourceDefinition(&external, d.server, nil); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, v := range d.server.Spec.Versions {
		if v.Storage {
			d.server.Status.StoredVersions = append(d.server.Status.StoredVersions, v.Name)
		}
	}
	return d, nil
}

// pair is a schema as both sides have it. A schema that all versions share
// stands at the top of the server's internal type.
type pair struct {
	tree   *schematree.Tree
	server *apiextensions.JSONSchemaProps
	at     *field.Path
}

func (d *document) schemas() []pair {
	var all []pair
	add := func(i int, v *apiextensions.CustomResourceValidation, ours *finding.Path, at *field.Path) {
		if v != nil && v.OpenAPIV3Schema != nil {
			all = append(all, pair{schematree.New(d.ours.Spec.Versions[i].OpenAPISchema(), ours), v.OpenAPIV3Schema, at})
		}
	}
	const root = "openAPIV3Schema"
	if v := d.server.Spec.Validation; v != nil {
		add(0, v, finding.Root("spec", "validation", root), field.NewPath("spec", "validation", root))
		return all
	}
	for i, v := range d.server.Spec.Versions {
		add(i, v.Schema, finding.Root("spec", "versions").Index(i).Child("schema", root),
			field.NewPath("spec", "versions").Index(i).Child("schema", root))
	}
	return all
}
