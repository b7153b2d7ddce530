package gofile

import "github.com/crdtool/crdtool/internal/golang/gotypes"

func (d *diagnosis) markers(m *gotypes.Module) {}
