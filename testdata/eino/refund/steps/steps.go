// Package steps names the steps of the refund desk, so that the graph, the
// dashboards and the gate in front of the money all use the same words.
package steps

const (
	Intake   = "intake"
	Classify = "classify"
	Issue    = "issue_refund"
	Receipt  = "receipt"
	Explain  = "explain_policy"
	Escalate = "escalate"
	Audit    = "audit_log"
)
