package impact

import "github.com/crdtool/crdtool/report"

// Changes are the changes of CRDs by place.
type Changes struct {
	codes map[[3]string]string // by CRD, version and field; the worst change of each
}

// Add adds the changes of a CRD, sorted with the worst first.
func (c *Changes) Add(d *report.CRDDiff) {
	for i := range d.Changes {
		ch := &d.Changes[i]
		if ch.Class == "documentation" {
			continue
		}
		if c.codes == nil {
			c.codes = map[[3]string]string{}
		}
		key := [3]string{d.Name, ch.Version, ch.Field}
		if _, known := c.codes[key]; !known {
			c.codes[key] = ch.Code
		}
	}
}

// of returns the code of the change that leads to a cause; "" if none is known.
func (c *Changes) of(d *report.DiffCause) string {
	if c == nil {
		return ""
	}
	if d.Field == "apiVersion" {
		return c.codes[[3]string{d.CRD, d.Version, ""}]
	}
	if d.Field == "" && d.Effect == gone {
		return c.codes[[3]string{d.CRD, "", ""}]
	}
	if d.Field == "" {
		return ""
	}
	return c.codes[[3]string{d.CRD, d.Version, d.Field}]
}
