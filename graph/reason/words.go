package reason

// This file has the words of the codes. A place, %s or %q, is for a name.

// words are those of each code.
var words = [numCodes]string{
	// Told in words.
	Told:    "%s",
	Failure: "agentvet failed on this package: %s",

	// Calls and their results.
	ResultOf:      "it is the result of %s",
	ResultOfMade:  "it is the result of a function that %s made",
	FurtherResult: "it is a further result of the call",
	BodyOf:        "the body of %s is not known",
	BodyOfMethod:  "the body of its method %s is not known",
	NoReturn:      "%s does not return",
	MayFail:       "an error may happen",
	AnError:       "it is some error",
	Cancels:       "it cancels a context",
	FilledBy:      "it is filled by %s",
	MayFill:       "%s may fill it",
	MayOverwrite:  "%s may overwrite it",
	Passed:        "%s is passed to %s, whose body agentvet cannot see",

	// Who decides.
	DependsOn:        "it depends on parameter %s of %s",
	CallerChooses:    "the caller chooses it",
	UnseenCaller:     "a caller that agentvet cannot see chooses it",
	ModelChooses:     "the model chooses it",
	FrameworkChooses: "the framework chooses it",
	Restarted:        "it is what the tool is restarted with",
	Conditional:      "it is given under a condition",

	// Variables and ways.
	VariableAround:   "it is a variable of the function around it",
	VariableOf:       "it is a variable of %s",
	ChangedInPackage: "functions of its package change %s",
	ChangesByCall:    "it changes from call to call",
	ChangesInLoop:    "it changes in a loop whose iterations are not known",
	NotSet:           "it is not set on this way",
	NotAlwaysWritten: "the step does not always write it",
	MapOrder:         "it depends on the order of a map, which has none",
	Channel:          "it comes from a channel",

	// What is computed.
	OfUnknown:       "it is computed from values that are not known",
	ComparesUnknown: "it compares values that are not known",
	Arithmetic:      "it is arithmetic that agentvet does not do",
	Alternatives:    "it has too many alternatives",
	LargeArray:      "it is a large array",
	BeyondKnown:     "it is an element beyond the known ones",
	Length:          "its length is not known",
	Bounds:          "its bounds are not known",
	Key:             "a key is not known",
	KeyMissing:      "the key may be missing",

	// Limits of the evaluation.
	Steps:          "it takes too many steps",
	StepsOf:        "evaluating %s takes too many steps",
	StepsBelow:     "a function that it calls takes too many steps",
	TooDeep:        "the calls are nested too deeply",
	ThroughUnknown: "it goes through what is not known",
	CutShort:       "the program was not read to its end: %s",

	// What agentvet cannot see.
	NotKnown:      "it is not known",
	NoneSeen:      "it is no %s that agentvet can see",
	RunsUnseen:    "it runs %s that agentvet cannot see",
	NoValue:       "it is no value that agentvet can follow",
	NoHandler:     "it has no handler that agentvet can see",
	OwnOption:     "an option is the program's own",
	OwnCondition:  "a stop condition is the program's own",
	Builder:       "the builder is not known",
	Unfinished:    "it is not compiled here: whoever gets the graph may add to it",
	OtherFunction: "it is another function if %s",

	// Names and limits.
	NameEmpty:    "its name is empty",
	NameUnclear:  "its name is empty or one of several",
	NameNoValue:  "its name is no value that agentvet can follow",
	NameOf:       "the name of %s is not known",
	NameByMethod: "its method %s computes the name",
	NameByType:   "its type %s computes the name",
	OneOf:        "its %s is one of several",
	Prefix:       "its prefix is not known",

	// Tools.
	ToolsNode:        "the tools node is not known",
	ToolsetComputes:  "the toolset computes its tools",
	ToolsetKind:      "it is a toolset of an unknown kind",
	ToolConstructor:  "the constructor of the tool is not known",
	WrapsNothing:     "it wraps nothing",
	SaysTools:        "%s says which tools it has",
	AddsTools:        "the framework adds tools for %s",
	Requests:         "what the program does with the tools that the model calls is not known",
	Undefined:        "no tool called %q is defined where agentvet can see it",
	Nowhere:          "the program looks up %q, which nothing defines",
	NamelessTool:     "a tool is defined whose name is not known",
	MayBring:         "the middleware of the call may bring %q",
	ServerTools:      "MCP servers say at run time which tools they have",
	Compared:         "the model's choice is compared with %q, and what runs for it was not understood",
	MayAsk:           "somebody may be asked before tools run, and whether they run only if the answer is yes was not understood",
	RegistryImported: "whoever imports the package has the registry, which may define %q",
	RegistryPassed:   "the registry is passed to %s, which may define %q",
	RegistryOptions:  "the registry has options that are not known, which may define %q",
	RegistryPlugin:   "the registry has a plugin, which may define %q",

	// Agents.
	Agent:          "the agent is not known",
	Elsewhere:      "another program runs the agent",
	FileSays:       "a file says what the agent consists of",
	RemoteName:     "the agent behind it says what it is called",
	SeveralAgents:  "one of several agents runs it",
	Registry:       "the registry is not known",
	Unregistered:   "no agent is registered as %s",
	NamelessAgent:  "an agent is registered under a name that is not known",
	NoSubAgent:     "no sub-agent of %s has the name %s",
	Service:        "its service says what it does",
	ProviderRounds: "its provider says how often it asks a model",
	CallerCounts:   "whoever asks it for each message may count them",
	RunnerLimits:   "whoever runs it may give a limit",
	AsksAgain:      "what asks the model again was not seen",
	CallsItself:    "the functions that ask the model call each other",
	ValuesUnread:   "package %s could not be read",

	// What a step does.
	ForeignAgent:  "it runs an agent of another framework",
	ForeignRun:    "it runs what another framework defines",
	ForeignNode:   "it is no node of the library",
	MoreThanTools: "what the agents of the step do, and when, is more than its tools",
	OwnFunction:   "it may run a function of its own",
	OwnExecutor:   "it is an executor of the framework's own",
	RunsTasks:     "the program runs the tasks itself",
	BuiltLate:     "the framework builds the graph while the step runs",
	GraphRunner:   "the agent that runs the graph is not known",
	Itself:        "the %s calls itself",
	MayStop:       "whoever runs the graph may stop it before this step",
	Callback:      "a callback may replace what the node returns",

	// What follows a step.
	RouterValue:   "its router returns a value that is not known",
	PostAction:    "its Post function returns an action that is not known",
	NextName:      "the name of the next node is a value that is not known",
	NextNode:      "a node that it leads to is not known",
	NodeMap:       "its map is not known",
	NodeMapEntry:  "an entry of its map is not known",
	Returned:      "what it returns is not known",
	Commands:      "the list of commands that it returns is not known",
	Joined:        "not all nodes that it joins are known",
	DependsOnTask: "what it depends on is not known",
	Successor:     "which node gets a successor is not known",
	LoopOfNodes:   "a loop makes nodes, and how often it runs is not known",
}
