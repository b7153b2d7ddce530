package jsonpath

import "k8s.io/client-go/util/jsonpath"

type libraryPath struct{ *jsonpath.JSONPath }

func libraryParse(text string) (*Path, error) {
	p := jsonpath.New("column").AllowMissingKeys(true)
	if err := p.Parse("{" + text + "}"); err != nil {
		return nil, err
	}
	return &Path{library: &libraryPath{p}}, nil
}

func (p *libraryPath) find(value any) ([]any, error) {
	results, err := p.FindResults(value)
	if err != nil || len(results) == 0 {
		return nil, err
	}
	found := make([]any, len(results[0]))
	for i, v := range results[0] {
		found[i] = v.Interface()
	}
	return found, nil
}
