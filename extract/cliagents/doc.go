// Package cliagents reads programs whose agent is the one of a command-line tool, which
// they start as a process of their own and speak to: GitHub's Copilot SDK for Go
// (github.com/github/copilot-sdk/go), and the port of the Claude Agent SDK for Go that the
// module proxy serves (github.com/severity1/claude-agent-sdk-go).
//
//	client := claudecode.NewClient(
//		claudecode.WithMaxTurns(10),
//		claudecode.WithSdkMcpServer("desk", claudecode.CreateSDKMcpServer("desk", "1", refund)),
//		claudecode.WithCanUseTool(askTheUser))
//
// The loop runs in that process, and so do most tools: a shell, files, the web. They are
// there unless the program says otherwise, so each session is a model with
//
//   - the tools that the process brings, as far as their names are known (builtin.txt), and
//     an unknown for the others, unless the program lists those that there are;
//   - the program's own, with their handlers;
//   - those of MCP servers, of which mostly nothing is known.
//
// Between the model's choice and a call stand, in this order, hooks, lists of names, a mode,
// and a function of the program that says yes or no. Each tool is taken through them
// (ruling.go, answer.go): it runs unasked, a human agrees first, code decides that agentvet
// did not understand, or each call is denied. A tool of which each call is denied is left
// out. A function counts as a human's answer only where every way on which it allows the
// call depends on one.
//
// The shell is destructive: where it runs unasked, because of copilot.PermissionHandler.ApproveAll,
// bypassPermissions, dangerously-skip-permissions, a pre-approved Bash or a function that
// allows whatever comes, structure/human-gate says so. If such a function asks somebody first,
// or allows only what they refuse, delegation/gate-ignored does, too.
//
// # Without an SDK
//
// A program may start the command itself. Where it has the arguments that make the agent ask nobody (started.txt), in a function that
// names the command or, if no other program has such arguments, in any function of a package that starts programs, it is an agent (started.go):
//
//	exec.Command("claude", "-p", "--dangerously-skip-permissions", prompt)
//
// What else it is told, as names of tools that there are, is not read: the tools are those that the process is known to bring. Under a
// condition, or by a mode that only a run knows, the gates are conditional.
//
// # What the SDKs do
//
// Versions 1.0.14 and 0.6.22, from their source; what is measured, testdata/clis measures
// with a process that only records what it is told.
//
//   - Copilot: nothing limits the rounds; there is a soft limit of cost (SessionLimits). A
//     tool of the program needs permission like the others unless it has SkipPermission.
//     Without OnPermissionRequest requests wait for somebody who answers them by a call of
//     package rpc. Of AvailableTools and ExcludedTools both count. A tool with IsTerminal ends
//     the turn. Calls of package rpc change the tools and the permissions of a session that
//     runs: SetApproveAll counts, of the others it is not known what they leave.
//   - Claude: nothing limits the rounds unless WithMaxTurns or WithMaxBudgetUSD does. Without
//     WithCanUseTool calls are denied that need permission and do not have it by
//     WithAllowedTools or by the mode. Query and QueryWithTransport speak to nobody while they
//     run: they call neither WithCanUseTool nor hooks, nor tools in the process. Tools of a
//     server are called mcp__SERVER__TOOL. Of several calls of one option the last counts, but
//     WithAgent, WithSdkMcpServer and hooks add.
//
// # Not seen
//
// What a process does by itself: its own settings, policies of an organisation, the sandbox.
// That a hook or a permission handler rewrites arguments. Which commands a rule such as
// Bash(git log:*) lets through: that tool counts as one of which nothing is known. Sessions
// and clients of other ports of the Claude SDK, which the proxy does not serve. Rules that a
// session approves for good (ApproveForSession, ApprovePermanently, UpdatedPermissions): each
// approval counts as one.
package cliagents
