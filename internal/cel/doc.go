// Package cel is the room of CEL: it compiles the rules of x-kubernetes-validations, runs them, estimates their
// cost, and derives facts about them without an object.
//
// A schematree.Tree, and what a Kubernetes version does (behaviour.CEL), enter. Compiled expressions, costs, facts and findings
// leave.
//
//   - Errors come from cel-go, or from celolder in the words of older releases. Quick ways only accept.
//   - An estimate never decides whether a rule is compiled or run. Cost limits are the server's.
//   - This room reads no documents. The order of the server's checks belongs to the room server.
//   - Guesses (celmeant), help while typing (celassist) and facts (celfacts) never decide the server's answer.
package cel
