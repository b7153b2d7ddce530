package main

import "errors"

func makeFIFO(string) error { return errors.New("there are no named pipes in folders") }
