package crd

import (
	"crypto/x509"
	"encoding/pem"
	"slices"

	"github.com/crdtool/crdtool/internal/behaviour"
	"github.com/crdtool/crdtool/internal/schemas/schematree"
	"github.com/crdtool/crdtool/internal/schemas/structural"
	"github.com/crdtool/crdtool/internal/server/defaulting"
	"github.com/crdtool/crdtool/schema"
)

// require says which checks apply. On create all do. On update the server forgives faults that the stored CRD already
// has, so that a check added in a later release does not block updates of existing CRDs.
type require struct {
	reviewVersion  bool // a recognized conversionReviewVersion
	immutableNames bool
	schema         bool // in every version
	validTypes     bool
	structural     bool
	prunedDefaults bool
	atomicSets     bool
	mapKeys        bool // map keys required or defaulted, items not nullable
	caBundle       bool
}

// requirements returns the checks of a CRD that replaces old, whose schemas are stored. If old is nil, all checks of a
// new CRD apply.
func requirements(old *CustomResourceDefinition, stored Trees, checks behaviour.Checks) require {
	if old == nil {
		return require{
			reviewVersion: true, schema: true, validTypes: true, structural: true,
			prunedDefaults: true, atomicSets: true, mapKeys: true,
		}
	}
	spec := &old.Spec
	r := require{
		reviewVersion:  reviewVersionsRecognized(spec.Conversion),
		immutableNames: old.Established(),
		schema:         everyVersion(spec, func(v *Version) bool { return v.OpenAPISchema() != nil }),
		validTypes:     true,
		structural:     true,
		prunedDefaults: true,
		atomicSets:     true,
		mapKeys:        true,
		caBundle:       caBundleRequired(old),
	}
	for _, t := range stored {
		if t == nil {
			continue
		}
		r.validTypes = r.validTypes && !t.Any(hasOtherType)
		r.atomicSets = r.atomicSets && !t.Any(hasGranularSetItems)
		r.mapKeys = r.mapKeys && !t.Any(hasListKeyFindings)
		if r.structural || r.prunedDefaults {
			sound := structural.Convertible(t, 0) && structural.Sound(t, checks)
			r.structural = r.structural && sound
			// Only a structural schema can be checked for unknown fields in defaults.
			r.prunedDefaults = r.prunedDefaults && (!sound || defaulting.Pruned(t))
		}
	}
	return r
}

func hasOtherType(s *schema.Schema) bool {
	return s.Type != "" && !slices.Contains(schemaTypes, s.Type)
}

func everyVersion(spec *Spec, pred func(*Version) bool) bool {
	for i := range spec.Versions {
		if !pred(&spec.Versions[i]) {
			return false
		}
	}
	return true
}

func anyNode(spec *Spec, pred func(*schema.Schema) bool) bool {
	return !everyVersion(spec, func(v *Version) bool { return !schematree.New(v.OpenAPISchema(), nil).Any(pred) })
}

func hasGranularSetItems(s *schema.Schema) bool { return granularSetItem(s) != "" }

// granularSetItem returns the keyword that makes the items of a set granular instead of atomic, or "". Lists are atomic
// by default, maps are not.
func granularSetItem(s *schema.Schema) string {
	switch items := s.ItemSchema(); {
	case items == nil || s.ListType() != "set":
	case items.Type == "array" && items.XListType() != nil && *items.XListType() != "atomic":
		return "x-kubernetes-list-type"
	case items.Type == "object" && items.MapType() != "atomic":
		return "x-kubernetes-map-type"
	}
	return ""
}

func hasListKeyFindings(s *schema.Schema) bool { return len(listKeyFindings(s)) > 0 }

func reviewVersionsRecognized(c *Conversion) bool {
	return c.Webhook == nil || len(c.Webhook.ConversionReviewVersions) == 0 ||
		slices.ContainsFunc(c.Webhook.ConversionReviewVersions, recognizedReviewVersion)
}

// caBundleRequired reports whether the CA bundle must be valid: if the CRD is established and the stored bundle is
// valid.
func caBundleRequired(old *CustomResourceDefinition) bool {
	if !old.Established() {
		return false
	}
	return old.CABundleFault() == ""
}

// CABundleFault says why the caBundle of the conversion webhook has no certificate; "" if it has one or
// if there is no caBundle. A server of Kubernetes 1.31 and later accepts such a CRD on create and does not establish
// it, with the reason InvalidCABundle (pkg/controller/establish of k8s.io/apiextensions-apiserver).
func (c *CustomResourceDefinition) CABundleFault() string {
	conversion := c.Spec.Conversion
	if conversion == nil || conversion.Webhook == nil || conversion.Webhook.ClientConfig == nil || len(conversion.Webhook.ClientConfig.CABundle) == 0 {
		return ""
	}
	return caBundleFault(conversion.Webhook.ClientConfig.CABundle)
}

// caBundleFault returns client-go's error about a bundle from which it cannot make a pool of root certificates, or "".
func caBundleFault(bundle []byte) string {
	if x509.NewCertPool().AppendCertsFromPEM(bundle) {
		return ""
	}
	const prefix = "unable to load root certificates: "
	for len(bundle) > 0 {
		var block *pem.Block
		if block, bundle = pem.Decode(bundle); block == nil {
			return prefix + "unable to parse bytes as PEM block"
		}
		if block.Type != "CERTIFICATE" || len(block.Headers) != 0 {
			continue
		}
		// The certificate is invalid, or the pool would have accepted it.
		_, err := x509.ParseCertificate(block.Bytes)
		return prefix + "failed to parse certificate: " + err.Error()
	}
	return prefix + "no valid certificate authority data seen"
}
