// Package release is what the stages of a deployment know in common: the
// names of the stages, and the release that travels through them.
package release

// The stages of a deployment.
const (
	Plan       = "plan"
	Build      = "build"
	Canary     = "canary"
	Rollout    = "rollout"
	Verify     = "verify"
	Rollback   = "rollback"
	Postmortem = "postmortem"
)

// A Release is the state of one deployment. Each stage writes in Goto who is
// to take over; the router of the pipeline only reads it.
type Release struct {
	Service string
	Version string
	Errors  float64 // share of failed requests, as the canary saw it
	Log     []string
	Goto    string
}

// Note adds a line to the log of the release.
func (r *Release) Note(line string) { r.Log = append(r.Log, line) }
