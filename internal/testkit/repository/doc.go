// Package repository has tests of the module as a whole: which packages import which, what they export,
// and whether the links, tables and names in the documentation are right. It is for tests alone.
package repository
