// Package upgrading is the room of changes: what the new CRD of two does to the server, to stored objects, to
// writers and to readers, shown by a request.
//
// Two CRDs enter, or one CRD and a claim about it. Changes, witnesses and sample objects leave.
//
//   - Differences between schemas come from schemas/schemadiff, whose list is complete. This room decides what they mean.
//   - A witness is a request that the dry run answered. Without one, a claim says "may".
//   - A change is called compatible only if that holds for all objects that the old CRD accepts.
//   - Searches end by what they tried, and then report that nothing was found. They never end in a verdict.
package upgrading
