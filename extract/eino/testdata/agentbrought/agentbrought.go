// Package agentbrought has agents whose tools come from middleware: the framework's, and
// handlers of the program's own.
package agentbrought

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/middlewares/dynamictool/toolsearch"
	"github.com/cloudwego/eino/adk/middlewares/filesystem"
	"github.com/cloudwego/eino/adk/middlewares/plantask"
	"github.com/cloudwego/eino/adk/middlewares/skill"
	"github.com/cloudwego/eino/adk/prebuilt/deep"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

type in struct{ ID string }

func run(ctx context.Context, x in) (string, error) { return x.ID, nil }

type disk struct{}

func (disk) Read()    {}
func (disk) Execute() {}

func named(name string) tool.BaseTool {
	t, _ := utils.InferTool(name, "does "+name, run)
	return t
}

func agent(ctx context.Context, name string, handlers ...adk.ChatModelAgentMiddleware) adk.Agent {
	a, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: name, Handlers: handlers,
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{named("own")}}},
	})
	if err != nil {
		panic(err)
	}
	return a
}

// adds is a handler that adds a tool.
type adds struct {
	*adk.BaseChatModelAgentMiddleware
	extra tool.BaseTool
}

func (h *adds) BeforeAgent(ctx context.Context, runCtx *adk.ChatModelAgentContext) (context.Context, *adk.ChatModelAgentContext, error) {
	next := *runCtx
	next.Tools = append(next.Tools, h.extra)
	return ctx, &next, nil
}

// changes does so in place.
type changes struct {
	*adk.BaseChatModelAgentMiddleware
}

func (changes) BeforeAgent(ctx context.Context, runCtx *adk.ChatModelAgentContext) (context.Context, *adk.ChatModelAgentContext, error) {
	runCtx.Tools = append(runCtx.Tools, named("late"))
	return ctx, runCtx, nil
}

// filters hands on what a rule that nobody knows lets through.
type filters struct {
	*adk.BaseChatModelAgentMiddleware
	pick func(context.Context) []tool.BaseTool
}

func (h filters) BeforeAgent(ctx context.Context, runCtx *adk.ChatModelAgentContext) (context.Context, *adk.ChatModelAgentContext, error) {
	runCtx.Tools = h.pick(ctx)
	return ctx, runCtx, nil
}

// quiet changes nothing.
type quiet struct {
	*adk.BaseChatModelAgentMiddleware
}

func Build(ctx context.Context, unseen adk.ChatModelAgentMiddleware, pick func(context.Context) []tool.BaseTool) {
	files, _ := filesystem.New(ctx, &filesystem.MiddlewareConfig{
		Backend: disk{}, Shell: disk{},
		LsToolConfig: &filesystem.ToolConfig{Name: "list"}, GlobToolConfig: &filesystem.ToolConfig{Disable: true},
		GrepToolConfig: &filesystem.ToolConfig{CustomTool: named("seek")},
	})
	name := "manual"
	skills, err := skill.NewMiddleware(ctx, &skill.Config{SkillToolName: &name})
	if err != nil {
		panic(err)
	}
	plans, _ := plantask.New(ctx, &plantask.Config{BaseDir: "/plans"})
	search, _ := toolsearch.New(ctx, &toolsearch.Config{DynamicTools: []tool.BaseTool{named("hidden")}})
	old, _ := filesystem.NewMiddleware(ctx, &filesystem.Config{Backend: disk{}})

	_ = agent(ctx, "framework", files, skills, plans, search).Run(ctx, nil)
	_ = agent(ctx, "handlers", &adds{extra: named("added")}, changes{}, quiet{}).Run(ctx, nil)
	_ = agent(ctx, "filtered", filters{pick: pick}).Run(ctx, nil)
	_ = agent(ctx, "unseen", unseen).Run(ctx, nil)

	structs, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "structs", Middlewares: []adk.AgentMiddleware{old, {AdditionalTools: []tool.BaseTool{named("more")}}},
	})
	_ = structs.Run(ctx, nil)
	all, _ := deep.New(ctx, &deep.Config{Name: "deep", Backend: disk{}, StreamingShell: disk{}, WithoutGeneralSubAgent: true,
		Handlers: []adk.ChatModelAgentMiddleware{plans}})
	_ = all.Run(ctx, nil)
}

// Wrapped is for whoever sets a shell, or none.
func Wrapped(ctx context.Context, shell filesystem.Shell) {
	agent, _ := deep.New(ctx, &deep.Config{Name: "wrapped", Shell: shell, WithoutGeneralSubAgent: true})
	_ = agent.Run(ctx, nil)
}
