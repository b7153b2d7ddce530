//go:build !unix

package steer

import "time"

// spent is the time of the clock, where none of the process is known.
func spent() time.Duration { return time.Since(began()) }
