package reason

// This file has the codes. Their words stand in words.go, under the same headings.

const (
	None Code = iota // there is no reason

	// Told in words.
	Told
	Failure

	// Calls and their results.
	ResultOf
	ResultOfMade
	FurtherResult
	BodyOf
	BodyOfMethod
	NoReturn
	MayFail
	AnError
	Cancels
	FilledBy
	MayFill
	MayOverwrite
	Passed
	NewToUs

	// Who decides.
	DependsOn
	CallerChooses
	UnseenCaller
	UnseenCall
	ModelChooses
	FrameworkChooses
	Restarted
	Conditional

	// Variables and ways.
	VariableAround
	VariableOf
	ChangedInPackage
	ChangesByCall
	ChangesInLoop
	NotSet
	NotAlwaysWritten
	MapOrder
	Channel

	// What is computed.
	OfUnknown
	ComparesUnknown
	Arithmetic
	Alternatives
	LargeArray
	BeyondKnown
	Length
	Bounds
	Key
	KeyMissing

	// Limits of the evaluation.
	Steps
	StepsOf
	StepsBelow
	TooDeep
	ThroughUnknown
	CutShort

	// What agentvet cannot see.
	NotKnown
	NoneSeen
	RunsUnseen
	NoValue
	NoHandler
	OwnOption
	OwnCondition
	Builder
	Unfinished
	OtherFunction
	Broken

	// Names and limits.
	NameEmpty
	NameUnclear
	NameNoValue
	NameOf
	NameByMethod
	NameByType
	OneOf
	Prefix
	NameBegins

	// Tools.
	ToolsNode
	ToolsetComputes
	ToolsetKind
	ToolConstructor
	WrapsNothing
	SaysTools
	AddsTools
	RunTools
	Requests
	Undefined
	Nowhere
	NamelessTool
	MayBring
	ServerTools
	LibraryRuns
	GivenTools
	MethodElsewhere
	Compared
	PartUnread
	HandedOn
	TakesOthers
	MayAsk
	AskedUnless
	WayUnseen
	RegistryImported
	RegistryPassed
	RegistryOptions
	RegistryPlugin
	RegistryOpen

	// Agents.
	Agent
	Elsewhere
	FileSays
	RemoteName
	SeveralAgents
	Registry
	Unregistered
	NamelessAgent
	NoSubAgent
	Service
	ProviderRounds
	CallerCounts
	RunnerLimits
	AsksAgain
	TurnCount
	MayCount
	Awaits
	MayRecur
	Plugin
	Repeats
	RunsAgain
	MiddlewareAgain
	AnswersItself
	SharesLoop
	ValuesUnread

	// What a step does.
	ForeignAgent
	ForeignRun
	ForeignNode
	MoreThanTools
	OwnFunction
	OwnExecutor
	RunsTasks
	BuiltLate
	GraphRunner
	Itself
	MayStop
	Callback
	Cached

	// What follows a step.
	RouterValue
	PostAction
	NextName
	NextNode
	NodeMap
	NodeMapEntry
	Returned
	Commands
	Joined
	DependsOnTask
	MayHandOver
	Successor
	LoopOfNodes

	// What a framework shows, at run time, of a program that is built.
	NotShown
	LoopUnshown
	OwnOrder
	ToolsetSilent
	RunsAsTool
	RunsNodes
	NextUnsaid
	MayAnswer
	AnswersAny
	SeveralRows
	AgentUnshown
	NoName

	numCodes
)
