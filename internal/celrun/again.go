package celrun

import (
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/google/cel-go/common/overloads"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/interpreter"
)

// again makes a call with what was made for another one before: a regular expression that is no
// constant is compiled anew by each call of cel-go's, and the file of a time zone is read anew. It
// returns nil where it has nothing.
type again interface {
	call(frame *interpreter.ExecutionFrame, id int64, args []ref.Val) ref.Val
}

// againFor returns what a call can be made with; nil for most.
func againFor(c interpreter.InterpretableCall) again {
	args := c.Args()
	switch name := c.Function(); {
	case takesPattern[name] && len(args) >= 2:
		if _, constant := args[1].(interpreter.InterpretableConst); !constant {
			return &patterns{function: name}
		}
	case clocks[name] != nil && len(args) == 2:
		return zoned(name)
	}
	return nil
}

// patterns are regular expressions that a call compiled.
type patterns struct {
	function string

	mu   sync.Mutex
	made map[string]*regexp.Regexp
	size int
}

// mostPatterns is how large those are together that are kept.
const mostPatterns = 8 << 20

// sizeOfPattern is about how many bytes a regular expression has when it is compiled, and many more
// than it has if it repeats a part or has the letters of a script.
func sizeOfPattern(text string) int {
	const repeats = 32 << 10
	if strings.ContainsAny(text, `{\`) || strings.Contains(text, "(?") {
		return repeats + 64*len(text)
	}
	return 64 * (len(text) + 4)
}

// call implements again.
func (p *patterns) call(frame *interpreter.ExecutionFrame, _ int64, args []ref.Val) ref.Val {
	text, ok1 := args[0].(types.String)
	pattern, ok2 := args[1].(types.String)
	if !ok1 || !ok2 {
		return nil
	}
	most := types.Int(-1)
	if len(args) == 3 {
		var ok bool
		if most, ok = args[2].(types.Int); !ok {
			return nil
		}
	}
	r := p.compiled(frame, string(pattern))
	switch {
	case r == nil:
		return nil
	case p.function == overloads.Matches:
		return types.Bool(r.MatchString(string(text)))
	case p.function == "find":
		return types.String(r.FindString(string(text)))
	}
	return types.NewStringList(types.DefaultTypeAdapter, r.FindAllString(string(text), int(most)))
}

// compiled returns a regular expression, nil for what is none.
func (p *patterns) compiled(frame *interpreter.ExecutionFrame, text string) *regexp.Regexp {
	size := sizeOfPattern(text)
	usedBy(frame).reads(text, size)
	p.mu.Lock()
	r, known := p.made[text]
	p.mu.Unlock()
	if known {
		return r
	}
	r, err := regexp.Compile(text)
	if err != nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.size += size; p.size > mostPatterns || p.made == nil {
		p.made, p.size = map[string]*regexp.Regexp{}, size
	}
	p.made[text] = r
	return r
}

// clocks are what is asked of a time in a zone.
var clocks = map[string]func(t time.Time) int{
	overloads.TimeGetFullYear:     time.Time.Year,
	overloads.TimeGetMonth:        func(t time.Time) int { return int(t.Month()) - 1 },
	overloads.TimeGetDayOfYear:    func(t time.Time) int { return t.YearDay() - 1 },
	overloads.TimeGetDayOfMonth:   func(t time.Time) int { return t.Day() - 1 },
	overloads.TimeGetDate:         time.Time.Day,
	overloads.TimeGetDayOfWeek:    func(t time.Time) int { return int(t.Weekday()) },
	overloads.TimeGetHours:        time.Time.Hour,
	overloads.TimeGetMinutes:      time.Time.Minute,
	overloads.TimeGetSeconds:      time.Time.Second,
	overloads.TimeGetMilliseconds: func(t time.Time) int { return t.Nanosecond() / 1e6 },
}

// zoned is a function of clocks.
type zoned string

// call implements again.
func (z zoned) call(frame *interpreter.ExecutionFrame, id int64, args []ref.Val) ref.Val {
	t, ok1 := args[0].(types.Timestamp)
	name, ok2 := args[1].(types.String)
	if !ok1 || !ok2 || strings.Contains(string(name), ":") { // an offset
		return nil
	}
	zone, err := zones.find(frame, string(name))
	if err != nil {
		return types.LabelErrNode(id, types.NewErrFromString(err.Error()))
	}
	return types.Int(clocks[string(z)](t.In(zone)))
}

// zones are time zones by name, also those that there are not.
var zones zonesRead

type zonesRead struct {
	mu   sync.Mutex
	read map[string]zoneRead
}

type zoneRead struct {
	zone *time.Location
	err  error
}

const (
	mostZones   = 1000     // there are some 600
	bytesOfZone = 64 << 10 // what reading one counts
)

func (z *zonesRead) find(frame *interpreter.ExecutionFrame, name string) (*time.Location, error) {
	usedBy(frame).reads(name, bytesOfZone)
	z.mu.Lock()
	r, known := z.read[name]
	z.mu.Unlock()
	if known {
		return r.zone, r.err
	}
	r.zone, r.err = time.LoadLocation(name)
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.read == nil || len(z.read) >= mostZones {
		z.read = map[string]zoneRead{}
	}
	z.read[strings.Clone(name)] = r
	return r.zone, r.err
}
