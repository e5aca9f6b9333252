// Package mcp reads programs that are servers of the Model Context Protocol, on
// four libraries:
//
//	github.com/modelcontextprotocol/go-sdk   AddTool, Server.AddTool
//	github.com/mark3labs/mcp-go              NewTool and its options, AddTool, AddTools, SetTools, session tools
//	github.com/metoro-io/mcp-golang          RegisterTool
//	github.com/strowk/foxy-contexts          fxctx.NewTool, ToolMux, the app builder
//
// The interpreter of package extract runs the program's registrations over the
// rows in extract/library/mcp.txt. It leaves objects: servers, calls that register, calls that
// remove, and each literal of a Tool.
//
// # Servers
//
// A server offers its tools to a model that the program does not have. It becomes
// a graph.Agent of kind "server": its tools may be called in any order, any number
// of times, so it has no bound. Its tools are those that are left when the
// registrations have been replayed in the order of the program.
//
// All four libraries keep one tool a name, and the last registration wins without
// a word (measured: testdata/mcp); with foxy-contexts, whose container has no order,
// any may be the last. A tool that is surely replaced is not offered;
// one that is replaced only under a condition is. Both are in Agent.Replaced,
// unless the conditions of the two exclude each other: one evaluation of one
// condition, the other way, or they are one definition with one handler, which is
// registered once more. A removal counts where it stands in the function that
// makes the server. Anywhere else it may happen after a model used the tool.
//
// # Tools
//
// A tool is described by its definition, the struct that reaches the library, not
// by the syntax that made it: tables, structs of the program's own copied field by
// field, registries of interfaces and wrappers are followed as all code is. Its
// handler is the innermost function that closures and the library's adapters wrap, in all runs or in some, or
// the method that a closure calls on what it finds in a registry of tools;
// its arguments are the type argument of the registration or of WithInputSchema, or
// what that handler takes, or the properties of a schema that is written by hand: a map,
// a struct, a text, or options. Of a property whose name only a run knows nothing is
// said. It stands where its literal does, or at the call that tells it from the
// others of the same literal, or, if none does, as in a loop over a table, where its code is. A package that defines tools and registers none of
// them offers its definitions, with the functions that it returns beside them.
//
// A tool whose name only a run knows, from a file, another server or a caller, is a
// tool without a name, with the reason. It is never left out.
//
// # Hints
//
// Hints are what tools/list sends. The constructors of mcp-go run, so its defaults
// are there (NewTool: not read-only, destructive, not idempotent, open world), and
// WithToolAnnotation replaces them all. Before v0.27 its hints are no pointers, and those that
// are false are not sent: a tool that says nothing is sent as destructive and open world, one
// that says it is not destructive says nothing. go-sdk 1.7 sends ReadOnlyHint and
// IdempotentHint, true or false, wherever there are annotations, and the two
// pointers where they are set; older versions leave out what is false. The other
// libraries have no hints.
//
// # Humans
//
// An elicitation is a question to the user. It is a gate only where everything happens
// with agreement: Action is "accept", or neither of the two refusals, or what the user filled in
// decides. What happens is what the handler, or a function that it calls, does after somebody
// agreed: it calls functions that are not seen, or changes what outlives the call; where it
// does neither, it is what it returns. So a handler asks in vain that goes on when the
// question fails, as Elicit does on a session of the protocol of 2026-07-28 (measured:
// testdata/mcp/postbox), or when the user closed it; and that there is an answer is no
// agreement, nor is that somebody agreed to an earlier call, as a handler may remember in what
// outlives it; what another handler has left there is not looked at. A gate that some ways go
// round is conditional, and a question whose answer keeps nothing back is ignored, as is an
// argument that says in place of the user that they agree: delegation/gate-ignored says so.
//
// In the protocol of 2026-07-28 a handler does not call: it returns a result with
// InputRequests, and is called again with InputResponses. The way that returns the question
// has asked, and what decides is the Action or the Content of the answer.
//
// In the handler a gate is an interrupt; in a closure around it, or in a middleware
// (AddReceivingMiddleware, WithToolHandlerMiddleware, Use), a wrapper. Middleware is observed
// with each tool's name, so tests for names count. Middleware for what the server sends
// (AddSendingMiddleware) that mentions an answer may give it in the user's place: gates are
// conditional there. Sampling asks a model, not a human, and is no gate.
//
// # Not seen
//
// Which tools a session sees where a filter (WithToolFilter) says so, or middleware or a hook
// (AddAfterListTools, AddOnSuccess) that mentions the answer of tools/list: all count as
// offered, and the server has an unknown. Prompts and resources. Whether what a
// user filled in is consent: it counts if it decides. That a call of another library does
// less than it could: each is taken for something that happens, but for logging with the
// standard library, and deferred calls without arguments. Hints that are not the same in all
// runs count as not given. Handlers that reflection makes or finds by name (one in
// reflect.ValueOf is seen): the server then has an unknown. Tools of foxy-contexts that fx
// options provide count for every server built with options.
//
// Letters: a *assembler, o *extract.Object, f *offer, l *list, g *graph.Agent.
package mcp
