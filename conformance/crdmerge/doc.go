// Package crdmerge compares what crdtool apply-dry --sequence makes of requests for one CRD, from several
// field managers, with what a real server makes of them.
package crdmerge
