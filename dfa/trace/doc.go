// Package trace reads logs of what agents did, and replays them.
//
// Two forms of log are read; which one it is shows in the first value.
//
// # Events
//
// JSON, one event a line:
//
//	{"node": "classify", "kind": "llm", "agent": "desk"}
//	{"human": true}
//	{"tool": "refund", "agent": "desk", "args": {"amount": 120}}
//	{"end": "finished"}
//
// The keys are those of dfa.Event: tool, node, kind, agent, decision, human, caps,
// tags, args, result and failed; run tells runs apart that are written to one log, and end says
// that a run is over: finished, or aborted. What is left out is not there; only
// args and the result that are left out of a call are not known. Other keys are errors.
//
// # Spans
//
// OpenTelemetry traces with the semantic conventions for generative AI, as OTLP in
// JSON (one object, or one a line as the collector's file exporter writes them) or
// as Go's stdouttrace exporter writes spans. A trace is a run. Its spans are sorted
// by the time they start, and mean:
//
//	execute_tool                      a call of gen_ai.tool.name
//	chat, generate_content,           a step of the agent, of kind llm
//	text_completion
//	invoke_agent                      the agent of the spans below it; a step, of kind
//	                                  llm, if no call of a model is recorded there
//	invoke_node                       a run of gen_ai.node.name
//
// The agent is gen_ai.agent.name of the span, or of the nearest span above it that
// has one. Arguments are gen_ai.tool.call.arguments; instrumentation leaves them
// out unless told otherwise, and then they are not known. Results are gen_ai.tool.call.result. A call that is traced
// twice, by an agent and by the client that it calls the tool with, counts once.
//
// The conventions have no word for what a rule may also ask for. A program says it
// on any span, with the attributes agentvet.human (a human was asked and said yes),
// agentvet.node, agentvet.kind, agentvet.decision, agentvet.tags and agentvet.caps;
// agentvet.refused says that the span stands for nothing that happened.
//
// A run is finished if its first span is in the log and ended without an error;
// else it was broken off.
//
// # Reading order
//
// trace.go decides on the form. event.go reads events; otel.go finds the spans,
// span.go reads one, genai.go makes events of them. replay.go follows the rules.
//
// Names in this package: e Entry, s *span, p *replayer.
package trace
