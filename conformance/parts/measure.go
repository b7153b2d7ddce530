package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"
)

// share is what a part saves of a work: 0 is nothing, 1 all.
type share struct {
	of    work
	saved float64
}

// shares has two programs do the works of a part in turn. Each round has a ratio,
// since how busy the machine is with other things changes from one to the next, and
// of the ratios the median counts. The programs take turns in being first, since who
// comes second pays for what the first one left behind.
func (b *bench) shares(p *part, rounds int, whole, without string) (all []share, err error) {
	for _, w := range p.works {
		var ratios []float64
		for round := range rounds + 1 {
			programs := [2]string{whole, without}
			var times [2]time.Duration
			for turn := range 2 {
				i := (round + turn) % 2
				if times[i], err = b.time(w, programs[i]); err != nil {
					return nil, err
				}
			}
			// The first round fills the caches of the system.
			if round > 0 {
				ratios = append(ratios, float64(times[0])/float64(times[1]))
			}
		}
		slices.Sort(ratios)
		all = append(all, share{w, 1 - ratios[len(ratios)/2]})
	}
	return all, nil
}

// time returns for how long the processor is busy with a work. Waiting does not
// count, since others may use the machine.
func (b *bench) time(w work, program string) (busy time.Duration, err error) {
	for _, args := range b.commands[w] {
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		err := cmd.Run()
		var exit *exec.ExitError
		// Findings, or objects that are refused, are as good a work as others.
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			return 0, fmt.Errorf("%v: %w\n%s", args, err, stderr.Bytes())
		}
		busy += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	return busy, nil
}
