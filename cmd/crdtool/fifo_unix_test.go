//go:build unix

package main

import "syscall"

func makeFIFO(name string) error { return syscall.Mkfifo(name, 0o666) }
