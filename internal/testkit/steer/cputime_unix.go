//go:build unix

package steer

import (
	"syscall"
	"time"
)

// spent is the time of processors that the process has taken. Unlike the time of the
// clock it does not grow while the machine is busy with something else.
func spent() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return time.Since(began())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
