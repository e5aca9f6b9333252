// Package newsroom writes an article: reporters search in parallel, a writer
// and a critic improve the text in turns, and an editor plans and carries out
// the publication.
package newsroom

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/prebuilt/planexecute"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/newsroom/press"
)

// Options are the settings of the newsroom.
type Options struct {
	Model model.ToolCallingChatModel
	// Rounds is how often an article may go back to the writer.
	Rounds int
}

// New builds the newsroom.
func New(ctx context.Context, o Options) (adk.ResumableAgent, error) {
	field, err := newField(ctx, o)
	if err != nil {
		return nil, err
	}
	rewrite, err := newRewrite(ctx, o)
	if err != nil {
		return nil, err
	}
	edition, err := newEdition(ctx, o)
	if err != nil {
		return nil, err
	}
	_, err = press.Reporter{Name: "translator", Beat: "Translate the article."}.Hire(ctx, o.Model) // DEFECT structure/unreachable translator: hired and then forgotten
	if err != nil {
		return nil, err
	}
	return adk.NewSequentialAgent(ctx, &adk.SequentialAgentConfig{
		Name:        "newsroom",
		Description: "From a hint to the front page.",
		SubAgents:   []adk.Agent{field, rewrite, edition},
	})
}

// newField sends the reporters out, all at once.
func newField(ctx context.Context, o Options) (adk.Agent, error) {
	reporters, err := press.HireAll(ctx, o.Model,
		press.Reporter{Name: "web_reporter", Beat: "Search the web.", Tools: []tool.BaseTool{press.Source("web", "the web")}},
		press.Reporter{Name: "wire_reporter", Beat: "Read the wires.", Tools: []tool.BaseTool{press.Source("wires", "the wires")}},
		press.Reporter{Name: "archivist", Beat: "Search the archive.", Tools: []tool.BaseTool{press.Source("archive", "the archive")}},
	)
	if err != nil {
		return nil, err
	}
	return adk.NewParallelAgent(ctx, &adk.ParallelAgentConfig{
		Name:        "field",
		Description: "Everybody who goes out.",
		SubAgents:   reporters,
	})
}

// newRewrite lets a writer and a critic improve the text in turns.
func newRewrite(ctx context.Context, o Options) (adk.Agent, error) {
	writer, err := press.Reporter{Name: "writer", Beat: "Write the article."}.Hire(ctx, o.Model)
	if err != nil {
		return nil, err
	}
	critic, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name:        "critic",
		Description: "Finds what is wrong.",
		Instruction: "Say what is wrong with the article.",
		Model:       o.Model,
	})
	if err != nil {
		return nil, err
	}
	return adk.NewLoopAgent(ctx, &adk.LoopAgentConfig{ // DEFECT structure/livelock rewrite: no limit, and the critic has no tool to leave with; there is always something wrong
		Name:        "rewrite",
		Description: "Write, criticize, write again.",
		SubAgents:   []adk.Agent{writer, critic},
	})
}

// newEdition plans the publication and carries it out.
func newEdition(ctx context.Context, o Options) (adk.Agent, error) {
	publish, err := press.Publish()
	if err != nil {
		return nil, err
	}
	planner, err := planexecute.NewPlanner(ctx, &planexecute.PlannerConfig{ToolCallingChatModel: o.Model})
	if err != nil {
		return nil, err
	}
	executor, err := planexecute.NewExecutor(ctx, &planexecute.ExecutorConfig{
		Model: o.Model,
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{
			Tools: []tool.BaseTool{publish}, // to the front page, unseen; but no run gets out of the rewriting before it
		}},
		MaxIterations: 6,
	})
	if err != nil {
		return nil, err
	}
	replanner, err := planexecute.NewReplanner(ctx, &planexecute.ReplannerConfig{ChatModel: o.Model})
	if err != nil {
		return nil, err
	}
	edition, err := planexecute.New(ctx, &planexecute.Config{
		Planner:       planner,
		Executor:      executor,
		Replanner:     replanner,
		MaxIterations: o.Rounds,
	})
	if err != nil {
		return nil, err
	}
	return edition, nil
}

// NewNightDesk builds the desk that works without an editor: the stringer
// hands what it has to the copy desk, always.
func NewNightDesk(ctx context.Context, o Options) (adk.ResumableAgent, error) {
	chief, err := press.Reporter{Name: "night_chief", Beat: "Decide what is news."}.Hire(ctx, o.Model) // DEFECT(strict) delegation/cycle copy_desk: it may hand back, and be handed over to again, as often as the models like
	if err != nil {
		return nil, err
	}
	stringer, err := press.Reporter{Name: "stringer", Beat: "Phone in what happened."}.Hire(ctx, o.Model)
	if err != nil {
		return nil, err
	}
	copyDesk, err := press.Reporter{Name: "copy_desk", Beat: "Correct the copy."}.Hire(ctx, o.Model)
	if err != nil {
		return nil, err
	}
	relay := adk.AgentWithDeterministicTransferTo(ctx, &adk.DeterministicTransferConfig{
		Agent:        stringer,
		ToAgentNames: []string{"copydesk"}, // DEFECT structure/undeclared-node copydesk: the agent is called "copy_desk"; the transfer fails when the story is in
	})
	return adk.SetSubAgents(ctx, chief, []adk.Agent{relay, copyDesk})
}
