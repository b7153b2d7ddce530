package main

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/crdtool/crdtool/finding"
	"github.com/crdtool/crdtool/internal/golang/origin"
	"github.com/crdtool/crdtool/internal/output/definitions"
	"github.com/crdtool/crdtool/internal/output/render"
	apiextensions "github.com/crdtool/crdtool/internal/server/crd"
)

// source returns the addresses of the lines of Go that CRDs come from. Fields of types of
// other modules have none, and neither has code outside of the repository.
func (f *docsFlags) source(set *definitions.Set) func(*apiextensions.CustomResourceDefinition, []finding.Segment) string {
	repository := render.FindRepository(".")
	return func(c *apiextensions.CustomResourceDefinition, path []finding.Segment) string {
		o := f.types.finder.In(origin.GeneratedOf(set.File(c), c), path)
		if o == nil || o.Type != "" {
			return ""
		}
		name, inside := repository.Path(o.File)
		if !inside {
			return ""
		}
		f.links++
		return f.sourceURL + "/" + (&url.URL{Path: name}).EscapedPath() + "#L" + strconv.Itoa(o.Line)
	}
}

// addressFlag takes the address of a folder on the web.
func addressFlag(to *string) parsed {
	return parsed{"URL", func(s string) error {
		u, err := url.Parse(s)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
			return errors.New("this is no address of a folder, such as https://github.com/OWNER/REPOSITORY/blob/main")
		}
		*to = strings.NewReplacer("(", "%28", ")", "%29").Replace(strings.TrimRight(u.String(), "/"))
		return nil
	}}
}
