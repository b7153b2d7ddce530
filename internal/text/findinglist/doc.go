// Package findinglist orders the findings of a report, joins those of one cause, and takes back the counts of findings
// that are left out.
package findinglist
