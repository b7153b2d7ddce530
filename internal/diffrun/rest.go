package diffrun

import (
	"github.com/crdtool/crdtool/internal/prose"
	"github.com/crdtool/crdtool/internal/source"
	"github.com/crdtool/crdtool/report"
)

// most is how many changes of one kind are listed of a CRD: all if some may be passed over,
// or if a profile has something to say of each.
func (d *Differ) most(new *source.Document) int {
	if d.Profile != nil || d.Chooses != nil && d.Chooses(new) {
		return 0
	}
	return d.Most
}

// standingFor makes a change stand for so many that are counted and not listed.
func standingFor(c *report.Change, n int) {
	*c = report.Change{
		Class: c.Class, Code: c.Code, Severity: c.Severity, Breaking: c.Breaking, New: c.New, More: n,
		Message: prose.Thousands(n) + " more changes of this kind are counted and not listed; --max-findings 0 lists all",
	}
}

// A change for each entry of a list would repeat the list: where that came to more than
// mostEntries in all, or to as much text as so many short ones, keptEntries of it are kept.
const (
	mostEntries = 1 << 17
	keptEntries = 10
	shortEntry  = 64
)

// cutLists cuts the lists that so many changes have that nobody could read the report.
func cutLists(changes []report.Change) {
	entries, each := map[*any]int{}, map[*any]int{}
	count := func(value any) {
		if list, ok := value.([]any); ok && len(list) > keptEntries {
			if each[&list[0]] == 0 {
				each[&list[0]] = max(len(list), textIn(value)/shortEntry)
			}
			entries[&list[0]] += each[&list[0]]
		}
	}
	cut := func(value *any, more *int) {
		if list, ok := (*value).([]any); ok && len(list) > keptEntries && entries[&list[0]] > mostEntries {
			*value, *more = list[:keptEntries:keptEntries], len(list)-keptEntries
		}
	}
	for i := range changes {
		count(changes[i].Before)
		count(changes[i].After)
	}
	if len(entries) == 0 {
		return
	}
	for i := range changes {
		cut(&changes[i].Before, &changes[i].BeforeMore)
		cut(&changes[i].After, &changes[i].AfterMore)
	}
}

// textIn is how long the texts of a value are.
func textIn(value any) (n int) {
	switch v := value.(type) {
	case string:
		return len(v)
	case []any:
		for _, e := range v {
			n += textIn(e)
		}
	case map[string]any:
		for key, e := range v {
			n += len(key) + textIn(e)
		}
	}
	return n
}
