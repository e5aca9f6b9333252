package rules

// This file lists the rules: an identifier and a row for each.

// Identifiers of the rules.
const (
	BadAnnotation      = "agentvet/bad-annotation"
	BadIgnore          = "agentvet/bad-ignore"
	ExpiredSuppression = "agentvet/expired-suppression"
	Undecided          = "agentvet/unknown"
	Unread             = "agentvet/unread"
	UnusedIgnore       = "agentvet/unused-ignore"
	UnusedSuppression  = "agentvet/unused-suppression"

	BrokenBound = "boundary/bound"
	Unconfined  = "boundary/confine"
	Exposed     = "boundary/exposed"

	Drift       = "capability/drift"
	Excess      = "capability/excess"
	FalseHint   = "capability/false-hint"
	Hidden      = "capability/hidden"
	OutsideTool = "capability/outside-tool"
	Undeclared  = "capability/undeclared"
	Ungranted   = "capability/ungranted"

	HandoverCycle = "delegation/cycle"
	Unconfirmed   = "delegation/destructive"
	GateEvaded    = "delegation/gate-evaded"
	GateIgnored   = "delegation/gate-ignored"
	UntypedReturn = "delegation/return"
	WiderScope    = "delegation/scope"
	Unbounded     = "delegation/unbounded"

	PlanBound       = "plan/bound"
	PlanCall        = "plan/call"
	PlanControlFlow = "plan/control-flow"
	PlanReference   = "plan/reference"

	OutwardAfterUntrusted = "policy/outward-after-untrusted"
	VacuousPolicy         = "policy/vacuous"

	ArgumentMismatch = "structure/argument-mismatch"
	DeadEnd          = "structure/dead-end"
	DuplicateNode    = "structure/duplicate-node"
	ExitUnreachable  = "structure/exit-unreachable"
	GateNotAwaited   = "structure/gate-not-awaited"
	HumanGate        = "structure/human-gate"
	Livelock         = "structure/livelock"
	LostAnswer       = "structure/lost-answer"
	OverlappingRuns  = "structure/overlapping-runs"
	ReplacedBranch   = "structure/replaced-branch"
	RouterShape      = "structure/router-shape"
	RouterTarget     = "structure/router-target"
	RouterValue      = "structure/router-value"
	ShadowedEdge     = "structure/shadowed-edge"
	SilentLoop       = "structure/silent-loop"
	UnbalancedJoin   = "structure/unbalanced-join"
	Unconfirmable    = "structure/unconfirmable-tool"
	UndeclaredNode   = "structure/undeclared-node"
	UndeclaredTool   = "structure/undeclared-tool"
	UnknownInterrupt = "structure/unknown-interrupt"
	Unreachable      = "structure/unreachable"
	UnreadSetting    = "structure/unread-setting"

	TaintEffect   = "taint/effect"
	TaintEndpoint = "taint/endpoint"
	TaintFlow     = "taint/flow"
	TaintLink     = "taint/link"
	TaintName     = "taint/name"
	TaintOption   = "taint/option"
	TaintPrompt   = "taint/prompt"
	TaintRead     = "taint/read"
	TaintSecret   = "taint/secret"
	TaintTrifecta = "taint/trifecta"
)

// registry has a row for every rule, sorted by ID.
var registry = []Rule{
	{ID: BadAnnotation, Severity: High, Title: "a struct tag or a directive that cannot be read"},
	{ID: BadIgnore, Severity: Medium, Title: "an ignore directive without a reason, or for a rule that does not exist"},
	{ID: ExpiredSuppression, Severity: Medium, Title: "a suppression whose last day has passed"},
	{ID: Undecided, Severity: Info, Title: "a part of the program that agentvet could not read", StrictOnly: true},
	{ID: Unread, Severity: Medium, Title: "a module that may have an agent, and none was read", Blocks: true},
	{ID: UnusedIgnore, Severity: Low, Title: "an ignore directive that matches no finding"},
	{ID: UnusedSuppression, Severity: Low, Title: "a suppression that matches no finding"},

	{ID: BrokenBound, Severity: High, StrictOnly: true, Title: "a number that is said to keep a bound, and does not where it has an effect",
		OWASP: items("LLM05:2025", "ASI02"), CWE: numbers(20, 190, 840, 1284), ATLAS: items("AML.T0053")},
	{ID: Unconfined, Severity: High, Title: "an argument that is said to be confined, and is not where it has an effect",
		OWASP: items("LLM05:2025", "ASI02"), CWE: numbers(20, 22, 73, 78, 88, 89, 918), ATLAS: items("AML.T0050", "AML.T0053")},
	{ID: Exposed, Severity: High, Title: "a server whose tools anybody on the network can call",
		OWASP: items("ASI03"), CWE: numbers(306, 1327), ATLAS: items("AML.T0049", "AML.T0053")},

	{ID: Drift, Severity: High, Title: "a tool that is not as it was recorded",
		OWASP: items("LLM03:2025", "ASI04"), ATLAS: items("AML.T0109", "AML.T0110")},
	{ID: Excess, Severity: Low, StrictOnly: true, Title: "a tool declares a capability that its code does not need",
		OWASP: items("LLM06:2025", "ASI03"), CWE: numbers(250)},
	{ID: FalseHint, Severity: High, StrictOnly: true, Title: "a tool says that it is read-only, or not destructive, and its code is",
		OWASP: items("LLM06:2025", "ASI02"), CWE: numbers(451)},
	{ID: Hidden, Severity: Medium, StrictOnly: true, Title: "a tool whose code hides what it does",
		OWASP: items("LLM06:2025", "ASI02"), CWE: numbers(470)},
	{ID: OutsideTool, Severity: Medium, StrictOnly: true, Title: "a step that does itself what a tool should do",
		OWASP: items("LLM06:2025", "ASI02")},
	{ID: Undeclared, Severity: Medium, StrictOnly: true, Title: "the code of a tool needs a capability that it does not declare",
		OWASP: items("LLM06:2025", "ASI02"), CWE: numbers(250)},
	{ID: Ungranted, Severity: High, Title: "an agent or a workflow has more than it is granted",
		OWASP: items("LLM06:2025", "ASI03"), CWE: numbers(250, 269)},

	{ID: HandoverCycle, Severity: Medium, StrictOnly: true, Title: "agents that hand over to each other for ever",
		OWASP: items("LLM10:2025", "ASI08"), CWE: numbers(674, 834), ATLAS: items("AML.T0029", "AML.T0034.002")},
	{ID: Unconfirmed, Severity: High, Title: "a destructive tool that nobody confirms",
		OWASP: items("LLM06:2025", "ASI02"), CWE: numbers(862), ATLAS: items("AML.T0053", "AML.T0101")},
	{ID: GateEvaded, Severity: High, StrictOnly: true, Title: "a command that a check takes for a harmless one runs with nobody asked",
		OWASP: items("LLM06:2025", "ASI02", "ASI05"), CWE: numbers(78, 184, 863), ATLAS: items("AML.T0050", "AML.T0053")},
	{ID: GateIgnored, Severity: High, StrictOnly: true, Title: "somebody is asked, and the tool goes on although nobody agreed",
		OWASP: items("LLM06:2025", "ASI02"), CWE: numbers(252, 862), ATLAS: items("AML.T0053", "AML.T0101")},
	{ID: UntypedReturn, Severity: Low, StrictOnly: true, Title: "an agent that hands back text without a form",
		OWASP: items("LLM05:2025"), CWE: numbers(20)},
	{ID: WiderScope, Severity: High, Title: "an agent that may do more than the one that delegates to it",
		OWASP: items("LLM06:2025", "ASI03"), CWE: numbers(269)},
	{ID: Unbounded, Severity: Medium, Title: "a loop of models that nothing limits",
		OWASP: items("LLM10:2025", "ASI08"), CWE: numbers(400, 770, 834), ATLAS: items("AML.T0029", "AML.T0034.002")},

	{ID: PlanBound, Severity: High, Title: "a plan with a number beyond its bound",
		OWASP: items("LLM06:2025", "ASI02"), CWE: numbers(1284)},
	{ID: PlanCall, Severity: High, Title: "a plan with a call that the program does not have",
		OWASP: items("LLM06:2025", "ASI02"), CWE: numbers(20)},
	{ID: PlanControlFlow, Severity: Medium, Title: "a plan with conditions, where none are permitted"},
	{ID: PlanReference, Severity: High, Title: "a plan that uses what is not bound"},

	{ID: OutwardAfterUntrusted, Severity: High, Title: "something is sent out after untrusted input without a human in between",
		OWASP: items("LLM01:2025", "LLM02:2025", "ASI01"), ATLAS: items("AML.T0051.001", "AML.T0086")},
	{ID: VacuousPolicy, Severity: Medium, Title: "a policy that names what no workflow in its scope has"},

	{ID: ArgumentMismatch, Severity: Medium, Title: "a tool whose code reads other arguments than it offers", CWE: numbers(628)},
	{ID: DeadEnd, Severity: High, Title: "a step that leads nowhere", Predicate: "NoDead",
		OWASP: items("ASI08"), CWE: numbers(691, 833)},
	{ID: DuplicateNode, Severity: High, Title: "two steps with one name", CWE: numbers(670)},
	{ID: ExitUnreachable, Severity: Critical, Title: "no run can reach an exit", Predicate: "ExitReach",
		OWASP: items("LLM10:2025", "ASI08"), CWE: numbers(835), ATLAS: items("AML.T0034.002")},
	{ID: GateNotAwaited, Severity: High, StrictOnly: true, Title: "somebody is asked, and the steps that follow do not wait for the answer",
		OWASP: items("LLM06:2025", "ASI09"), CWE: numbers(696, 841)},
	{ID: HumanGate, Severity: High, Title: "a sensitive tool runs without a human in between", Predicate: "HumanGate, HumanGateCov",
		OWASP: items("LLM06:2025", "ASI02", "ASI09"), CWE: numbers(693, 862), ATLAS: items("AML.T0053", "AML.T0101")},
	{ID: Livelock, Severity: High, Title: "a step from which no exit can be reached", Predicate: "ExitReachAll",
		OWASP: items("LLM10:2025", "ASI08"), CWE: numbers(835), ATLAS: items("AML.T0034.002")},
	{ID: LostAnswer, Severity: High, Title: "a step that asks somebody and never gets the answer", OWASP: items("ASI09"), CWE: numbers(691)},
	{ID: OverlappingRuns, Severity: High, Title: "a step that is started again while it runs, which the framework does not bear",
		OWASP: items("ASI08"), CWE: numbers(362, 833)},
	{ID: ReplacedBranch, Severity: Medium, Title: "a second branch that replaces the first", CWE: numbers(561)},
	{ID: RouterShape, Severity: Medium, Title: "a router whose edges do not fit a decision", Predicate: "RouterShape"},
	{ID: RouterTarget, Severity: Medium, Title: "a target that no value of its router selects", CWE: numbers(561)},
	{ID: RouterValue, Severity: Medium, Title: "a router value that no edge takes", CWE: numbers(478)},
	{ID: ShadowedEdge, Severity: Medium, Title: "an edge that another makes dead", CWE: numbers(561)},
	{ID: SilentLoop, Severity: High, Title: "a loop that the framework ends silently and calls a success", Predicate: "ExitReachAll",
		OWASP: items("LLM10:2025", "ASI08"), CWE: numbers(835), ATLAS: items("AML.T0034.002")},
	{ID: UnbalancedJoin, Severity: High, Title: "a join whose paths differ in length",
		OWASP: items("ASI08"), CWE: numbers(691, 833)},
	{ID: Unconfirmable, Severity: High, Title: "a tool that asks somebody where no answer can come", OWASP: items("ASI09"), CWE: numbers(691)},
	{ID: UndeclaredNode, Severity: High, Title: "an edge or a jump to a step that does not exist", CWE: numbers(670)},
	{ID: UndeclaredTool, Severity: Medium, Title: "a tool that no declaration matches", Predicate: "ToolDecl", CWE: numbers(670)},
	{ID: UnknownInterrupt, Severity: High, Title: "an interrupt on a step that does not exist",
		OWASP: items("LLM06:2025", "ASI09"), CWE: numbers(693, 1164), ATLAS: items("AML.T0053", "AML.T0101")},
	{ID: Unreachable, Severity: Medium, Title: "a step that nothing reaches", CWE: numbers(561)},
	{ID: UnreadSetting, Severity: Medium, Title: "a setting that should limit something, and that nothing obeys",
		OWASP: items("LLM06:2025", "ASI02"), CWE: numbers(561, 693)},

	{ID: TaintEffect, Severity: High, Title: "what a model chooses, or what is fetched, runs as a command, a statement or a template, or picks a file or a host",
		OWASP: items("LLM05:2025", "ASI05"), CWE: numbers(22, 78, 89, 918, 1336, 1426), ATLAS: items("AML.T0050", "AML.T0053", "AML.T0102", "AML.T0105")},
	{ID: TaintEndpoint, Severity: Medium, StrictOnly: true, Title: "what a model chooses decides which part of a host is called",
		OWASP: items("LLM05:2025", "ASI02"), CWE: numbers(20, 74), ATLAS: items("AML.T0053")},
	{ID: TaintFlow, Severity: High, Title: "data reaches an argument that forbids it",
		OWASP: items("LLM01:2025", "LLM02:2025", "ASI01"), CWE: numbers(201, 501), ATLAS: items("AML.T0057", "AML.T0086")},
	{ID: TaintLink, Severity: Medium, StrictOnly: true, Title: "a path that only its text confines leads elsewhere by a symbolic link",
		OWASP: items("LLM02:2025", "LLM05:2025", "ASI02"), CWE: numbers(59), ATLAS: items("AML.T0053", "AML.T0057")},
	{ID: TaintName, Severity: Medium, Title: "a tag, a directive or a row on a library that names what does not exist"},
	{ID: TaintOption, Severity: Medium, Title: "what a model chooses may be an option of a program that runs or writes something",
		OWASP: items("LLM05:2025", "ASI05"), CWE: numbers(88), ATLAS: items("AML.T0050", "AML.T0053")},
	{ID: TaintPrompt, Severity: High, StrictOnly: true, Title: "untrusted content becomes part of what a model is told to do",
		OWASP: items("LLM01:2025", "ASI04"), CWE: numbers(1427), ATLAS: items("AML.T0051", "AML.T0080", "AML.T0110")},
	{ID: TaintRead, Severity: Medium, Title: "what a model chooses decides which file is read",
		OWASP: items("LLM02:2025", "LLM05:2025", "ASI02"), CWE: numbers(22, 73), ATLAS: items("AML.T0053", "AML.T0057")},
	{ID: TaintSecret, Severity: High, StrictOnly: true, Title: "a secret gets to a model or into a log",
		OWASP: items("LLM02:2025", "LLM07:2025", "ASI03"), CWE: numbers(201, 532), ATLAS: items("AML.T0055", "AML.T0057", "AML.T0098")},
	{ID: TaintTrifecta, Severity: High, StrictOnly: true, Title: "one model has private data, untrusted content and a way out",
		OWASP: items("LLM01:2025", "ASI01"), CWE: numbers(200), ATLAS: items("AML.T0051.001", "AML.T0085.001", "AML.T0086")},
}

func items(list ...string) []string { return list }

func numbers(list ...int) []int { return list }
