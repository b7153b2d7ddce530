// Package celtypes compares types of CEL as type checkers do that infer what type parameters stand
// for, in time that grows with the types: each is made once, and a try that fails is taken back.
package celtypes
