package sarif

// This file is the part of SARIF 2.1.0 that agentvet writes. What the format says of an absent
// field is left out.
//
// A library has all of the format. It brings net/http into the program, though, and to be started
// with that costs each of the hundreds of processes of a run a quarter of its time; and it writes every
// field, most of which had to be taken out again.

const (
	schemaURI     = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	formatVersion = "2.1.0"
)

type document struct {
	Schema  string `json:"$schema"`
	Runs    []run  `json:"runs"`
	Version string `json:"version"`
}

type run struct {
	ColumnKind  string       `json:"columnKind"`
	Invocations []invocation `json:"invocations"`
	Results     []result     `json:"results"` // if absent, they were not computed
	Tool        tool         `json:"tool"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	InformationURI string       `json:"informationUri"`
	Name           string       `json:"name"`
	Rules          []descriptor `json:"rules,omitempty"`
	Version        string       `json:"version,omitempty"`
}

type descriptor struct {
	DefaultConfiguration configuration  `json:"defaultConfiguration"`
	FullDescription      message        `json:"fullDescription"`
	Help                 message        `json:"help"`
	HelpURI              string         `json:"helpUri"`
	ID                   string         `json:"id"`
	Properties           map[string]any `json:"properties,omitempty"`
	ShortDescription     message        `json:"shortDescription"`
}

type configuration struct {
	Enabled *bool  `json:"enabled,omitempty"`
	Level   string `json:"level,omitempty"`
}

type message struct {
	Markdown string `json:"markdown,omitempty"`
	Text     string `json:"text"`
}

type invocation struct {
	ExecutionSuccessful        bool           `json:"executionSuccessful"`
	RuleConfigurationOverrides []override     `json:"ruleConfigurationOverrides,omitempty"`
	ToolExecutionNotifications []notification `json:"toolExecutionNotifications,omitempty"`
}

type override struct {
	Configuration configuration `json:"configuration"`
	Descriptor    reference     `json:"descriptor"`
}

type reference struct {
	ID    string `json:"id"`
	Index int    `json:"index"`
}

type notification struct {
	Level     string     `json:"level"`
	Locations []location `json:"locations,omitempty"`
	Message   message    `json:"message"`
}

type result struct {
	CodeFlows           []codeFlow        `json:"codeFlows,omitempty"`
	Fixes               []fix             `json:"fixes,omitempty"`
	Kind                string            `json:"kind,omitempty"`
	Level               string            `json:"level"`
	Locations           []location        `json:"locations,omitempty"`
	Message             message           `json:"message"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Properties          map[string]string `json:"properties,omitempty"`
	RelatedLocations    []location        `json:"relatedLocations,omitempty"`
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Suppressions        []suppression     `json:"suppressions,omitempty"`
}

type fix struct {
	ArtifactChanges []artifactChange `json:"artifactChanges"`
	Description     message          `json:"description"`
}

type artifactChange struct {
	ArtifactLocation artifact      `json:"artifactLocation"`
	Replacements     []replacement `json:"replacements"`
}

type replacement struct {
	DeletedRegion   region  `json:"deletedRegion"`
	InsertedContent message `json:"insertedContent"`
}

type suppression struct {
	Justification string    `json:"justification,omitempty"`
	Kind          string    `json:"kind"`
	Location      *location `json:"location,omitempty"`
}

type codeFlow struct {
	ThreadFlows []threadFlow `json:"threadFlows"`
}

type threadFlow struct {
	Locations []threadFlowLocation `json:"locations"`
}

type threadFlowLocation struct {
	Location location `json:"location"`
}

type location struct {
	ID       *int     `json:"id,omitempty"` // that messages link to
	Message  *message `json:"message,omitempty"`
	Physical physical `json:"physicalLocation"`
}

type physical struct {
	Artifact artifact `json:"artifactLocation"`
	Region   *region  `json:"region,omitempty"`
}

type artifact struct {
	URI string `json:"uri"`
}

// A region of a finding ends on the line on which it starts, one that a fix replaces perhaps on another one.
type region struct {
	EndColumn   int `json:"endColumn,omitempty"`
	EndLine     int `json:"endLine"` // code hosts want it also where it is the line on which it begins
	StartColumn int `json:"startColumn,omitempty"`
	StartLine   int `json:"startLine"`
}
