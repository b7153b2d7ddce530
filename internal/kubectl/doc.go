// Package kubectl is the room of what kubectl does before and after a request: which requests apply, create, replace
// and patch send, and what kubectl prints about the answers.
//
// A manifest, a live object and the command enter. Requests and kubectl's words leave.
//
//   - This room sends nothing and answers nothing: callers pass requests to the room server.
//   - The behaviour is recorded in testdata/clientapply by make record-kubectl.
//   - client-go and kubectl are not linked. conformance/kubectl is the module that has them.
package kubectl
