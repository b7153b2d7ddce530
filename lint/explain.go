package lint

import (
	"github.com/crdtool/crdtool/crd"
	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/source"
)

// explain adds our own sentence and a way to fix it.
func explain(doc *source.Document, c *crd.CustomResourceDefinition, f *finding.Finding) {}
