// Package described serves agents that requests describe: none of them is known.
package described

import "github.com/nlpodyssey/openai-agents-go/workflowrunner"

// Default gets its builder of the SDK, where it gives none.
func Default() *workflowrunner.RunnerService { return workflowrunner.NewRunnerService(nil) }

func Own() *workflowrunner.RunnerService {
	return &workflowrunner.RunnerService{Builder: &workflowrunner.Builder{}}
}
