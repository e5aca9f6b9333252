// Package research answers a question with a short, sourced report.
//
// It is a Workflow: a plan goes to two sources at once, their evidence is
// merged and graded, and depending on the grade the draft is polished or sent
// out with a warning. Data moves field by field, so several steps read what
// an early step found without being scheduled by it.
package research

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/research/sources"
)

// A Question is what the reader wants to know.
type Question struct {
	Topic string
	Lang  string
}

// A Report is what the reader gets.
type Report struct {
	Polished string
	Warned   string
	Cited    string
}

// Steps.
const (
	stepPlan      = "plan"
	stepWeb       = "search_web"
	stepPapers    = "search_papers"
	stepMerge     = "merge"
	stepDraft     = "draft"
	stepGrade     = "grade"
	stepPolish    = "polish"
	stepWarn      = "warn"
	stepAbstain   = "abstain"
	stepCite      = "cite"
	stepFactCheck = "fact_check"
	stepDetect    = "detect_language"
	stepTranslate = "translate"
)

// A Pipeline answers one question after the other.
type Pipeline struct {
	Writer model.BaseChatModel
	Limit  int // hits per source
}

// Compile builds the workflow.
func (p *Pipeline) Compile(ctx context.Context) (compose.Runnable[Question, Report], error) {
	wf := compose.NewWorkflow[Question, Report]()

	wf.AddLambdaNode(stepPlan, compose.InvokableLambda(p.plan)).AddInput(compose.START)

	wf.AddLambdaNode(stepWeb, compose.InvokableLambda(sources.Web)).
		AddInput(stepPlan, compose.FromField("Query"))
	wf.AddLambdaNode(stepPapers, compose.InvokableLambda(sources.Papers)).
		AddInput(stepPlan, compose.FromField("Query"))

	wf.AddLambdaNode(stepMerge, compose.InvokableLambda(merge)).
		AddInput(stepWeb, compose.ToField("Web")).
		AddInput(stepPapers, compose.ToField("Papers"))

	// The writer sees the question itself too, and must not wait for it again.
	wf.AddLambdaNode(stepDraft, compose.InvokableLambda(p.draft)).
		AddInput(stepMerge, compose.ToField("Evidence")).
		AddInputWithOptions(compose.START, []*compose.FieldMapping{compose.MapFields("Topic", "Topic")},
			compose.WithNoDirectDependency())

	wf.AddLambdaNode(stepGrade, compose.InvokableLambda(grade)).AddInput(stepDraft)
	wf.AddBranch(stepGrade, compose.NewGraphBranch(byGrade, map[string]bool{
		stepPolish:  true,
		stepWarn:    true,
		stepAbstain: true, // DEFECT structure/router-target abstain: byGrade never says so, a hopeless draft goes out with a warning
	}))

	wf.AddLambdaNode(stepPolish, compose.InvokableLambda(p.polish)).
		AddInputWithOptions(stepDraft, nil, compose.WithNoDirectDependency())
	wf.AddLambdaNode(stepWarn, compose.InvokableLambda(warn)).
		AddInputWithOptions(stepDraft, nil, compose.WithNoDirectDependency())
	wf.AddLambdaNode(stepAbstain, compose.InvokableLambda(abstain)).
		AddInputWithOptions(stepDraft, nil, compose.WithNoDirectDependency())

	// Citations need the evidence only. No step is before them in the order of
	// control, so the arrival of their data is what starts them.
	wf.AddLambdaNode(stepCite, compose.InvokableLambda(cite)).
		AddInputWithOptions(stepMerge, nil, compose.WithNoDirectDependency())

	wf.AddLambdaNode(stepFactCheck, compose.InvokableLambda(factCheck)).AddInput(stepDraft) // DEFECT structure/dead-end fact_check: the verdict is computed and nobody reads it

	wf.AddLambdaNode(stepDetect, compose.InvokableLambda(detect))                            // DEFECT structure/unreachable detect_language: it has no input, so it never runs
	wf.AddLambdaNode(stepTranslate, compose.InvokableLambda(translate)).AddInput(stepDetect) // DEFECT(may) structure/unreachable translate: only detect_language leads here

	wf.End().
		AddInput(stepPolish, compose.ToField("Polished")).
		AddInput(stepWarn, compose.ToField("Warned")).
		AddInput(stepCite, compose.ToField("Cited"))
	wf.End().AddDependency(stepAbstain)

	return wf.Compile(ctx, compose.WithGraphName("research"))
}
