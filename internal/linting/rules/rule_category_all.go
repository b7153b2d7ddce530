package rules

import "github.com/crdtool/crdtool/internal/text/finding"

var categoryAll = Rule{
	ID: "category-all", Severity: finding.Info, Profile: APIReview, Topic: Convention,
	Title: "resource is in the category all",
	Why: `Whatever is in the category ` + "`all` is listed by `kubectl get all` and deleted by `kubectl delete all --all`" + `,
which people use to look at workloads and to delete them. Use a category with the name of the project instead.`,
	Example: `
- names: {plural: crontabs, kind: CronTab, categories: [all]}
+ names: {plural: crontabs, kind: CronTab, categories: [cron]}
`,
	CRD: func(p *Pass) {
		for i, c := range p.CRD.Spec.Names.Categories {
			if c == "all" {
				p.Report(finding.Root("spec", "names", "categories").Index(i),
					"the resource is in the category all, so kubectl delete all --all deletes every %s", orObject(p.CRD.Spec.Names.Kind)).Help =
					"use a category with the name of the project"
			}
		}
	},
}

func orObject(kind string) string {
	if kind == "" {
		return "object"
	}
	return kind
}
