// Package steps names the steps of the refund desk.
package steps

const (
	Intake   = "intake"
	Classify = "classify"
	Issue    = "issue_refund"
	Reply    = "reply"
	Escalate = "escalate"
	Audit    = "audit_log"
)
