package crd

import "github.com/crdtool/crdtool/internal/validate"

// metadataChange checks the change of the metadata.
func (k *checker) metadataChange() {
	k.addMeta(validate.MetaChange(&k.crd.Metadata, &k.old.Metadata, k.behaviour.Checks))
}
