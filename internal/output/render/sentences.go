package render

import "github.com/crdtool/crdtool/report"

// Sentences is what a report that shows the file by itself, or an editor, says of a finding: what
// is wrong, the server's words for it, and the help.
func Sentences(f *report.Finding) []string {
	said := []string{clip(headline(f))}
	if server := serverNote(f); server != "" {
		said = append(said, "server: "+clip(server))
	}
	if f.Help != "" {
		said = append(said, clip(helpNote(f.Help)))
	}
	if more := also(f); more != "" {
		said = append(said, more)
	}
	return said
}
