// Package ingenimax reads programs that use Ingenimax's agent-sdk-go.
//
//	research, err := agent.NewAgent(agent.WithName("research"), agent.WithTools(search), agent.WithRequirePlanApproval(false))
//	desk, err := agent.NewAgent(
//		agent.WithName("desk"),
//		agent.WithTools(refund),
//		agent.WithAgents(research),
//		agent.WithMaxIterations(4),
//	)
//	answer, err := desk.Run(ctx, question)
//
// An agent is a workflow: its model with its tools, and a step that comes back for
// each agent that is one of them. One with a run function of the program's own is what that
// function does. Workflows of tasks, desks that hand over, and planners over a
// registry of agents are workflows of their agents. A function that offers tools to a model
// itself is one, too.
//
// # What the SDK does
//
// Version 0.2.62, by its source; testdata/ingenimax runs it for tools, limits and
// plans:
//
//   - An agent with tools does not run them unless WithRequirePlanApproval(false) is
//     given: Run returns a plan that its model made, and nothing else happens until the program calls
//     ApproveExecutionPlan, which runs the steps of the plan, whoever calls it. So
//     such an agent is three steps: its model, a human, the tools. Where a function
//     makes a plan and approves it with nobody asked in between, there is no human.
//     An agent that another calls makes its plan, too, and answers with that.
//   - A model has 2 rounds of tools unless WithMaxIterations says otherwise, 0 for 2,
//     and is asked once more without tools then.
//   - Of tools with one name WithTools keeps the first, silently. WithAgents does not
//     look, and a second WithAgents adds to the first one's tools.
//   - An agent that another calls is a tool called NAME_agent.
//   - A task of a workflow runs once all that it depends on has run, or has failed. One
//     that depends on a task that does not exist never runs.
//   - A desk goes through 5 agents at most: any answer may hand over to any agent
//     of the registry.
//   - WithCustomRunFunction replaces all of it for Run, not for RunStream.
//
// # Not seen
//
// Agents and tools of YAML files and of remote configuration, tools of MCP servers
// without a list, and agents behind a URL are unknown. Package workflow, which
// nothing in the SDK runs; tasks of package task, which are functions.
// DelegationAgent hands over where the program says so: to an agent that is unknown.
// What WithCustomRunStreamFunction does is unknown, and so are tasks that code changes
// beside AddTask. A tool that code replaces in the list of GetTools. That who calls
// ApproveExecutionPlan from another function, an HTTP handler say, has asked anybody.
package ingenimax
