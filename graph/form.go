package graph

// This file defines the JSON form of workflows as Go types, for json.go to
// write. decode.go reads it without them: it needs the position of each element.

import "encoding/json"

// The JSON form is Agentproof's, with further keys beside its own:
//
//	{
//	  "name": "triage", "framework": "eino",
//	  "entry_id": "start", "exit_ids": ["end"],
//	  "nodes": [{"id": "start", "kind": "entry"},
//	            {"id": "mail", "kind": "tool", "label": "…", "tools": ["send"], "metadata": {…}}, …],
//	  "edges": [{"source": "start", "target": "mail", "kind": "conditional", "condition": "urgent"}, …]
//	}
//
// Ours: of a workflow position, origin, mode, engine, branches, interrupts,
// jumps, inputs, counters, unknowns, tool_defs and subs; of a node name, tool_ids, calls, agent,
// func, bound, sub, generated, sink, join, unheard, events, counts, passes, args, exact and position; of an edge branch,
// guard, when, within, unfollowed, empty and position.
// A node's tools are names; its tool_ids are indexes into tool_defs, so that
// two tools with one name stay two. Its sub is an index into subs, which lists
// every body once, without bodies of their own inside them. Ids are unique in a
// file: where two nodes have one name, the second has the id "name#2" and its
// name beside it. A position is "file:line:col"; "-" is none. The entry_id of a workflow
// that no run can start is null.
//
// The args of a node say what is known of the arguments of its calls, by tool: with
//
//	"tools": ["pay"], "args": {"pay": {"currency": "EUR", "to": {"country": "SE"}}}
//
// each call of pay by the node has that currency, and its other arguments are not known; with "exact":
// true, it has no others.
//
// A counter may be a comparison of a number in the state, {"of": "m.Desk.Value", "op": "<=", "with": "10000"}, and the
// passes of a node say which arguments of its calls are such numbers.
//
// A program is workflows with what belongs to no single one of them:
//
//	{"workflows": [{…}, …], "agents": [{…}, …], "tools": [{…}, …], "unknowns": [{…}, …]}
//
// Each workflow holds the definitions of its own tools, so that it can be cut out.
// The agents are those of the program, and then all that they delegate to, each
// once; sub_agents are indexes into them. The tools are those of the program, and
// then those that only agents have; tool_ids of an agent are indexes into them.
// Where lists go beyond what is the program's, roots says how many of the agents
// are, and own_tools how many of the tools. A list that is missing is empty, so
// {"tools": […]} is a program, too. Completed is Program.Completed.

type (
	fileWorkflow struct {
		Name       string          `json:"name"`
		Framework  string          `json:"framework"`
		Position   string          `json:"position"`
		Origin     string          `json:"origin,omitempty"`
		Mode       string          `json:"mode,omitempty"`
		Engine     *fileEngine     `json:"engine,omitempty"`
		Entry      *string         `json:"entry_id"`
		Exits      []string        `json:"exit_ids"`
		Nodes      []fileNode      `json:"nodes"`
		Edges      []fileEdge      `json:"edges"`
		Branches   []fileBranch    `json:"branches"`
		Interrupts []fileInterrupt `json:"interrupts,omitempty"`
		Jumps      []fileJump      `json:"jumps,omitempty"`
		Inputs     []fileInput     `json:"inputs,omitempty"`
		Counters   []fileCounter   `json:"counters,omitempty"`
		Unknowns   []fileUnknown   `json:"unknowns,omitempty"`
	}
	fileEngine struct {
		DeadEnd        string `json:"dead_end,omitempty"`
		ExitEnds       bool   `json:"exit_ends,omitempty"`
		BranchShadows  bool   `json:"branch_shadows,omitempty"`
		LastBranchWins bool   `json:"last_branch_wins,omitempty"`
		UniqueTools    bool   `json:"unique_tools,omitempty"`
		EachToken      bool   `json:"each_token,omitempty"`
		OneRun         bool   `json:"one_run,omitempty"`
		RunsOn         bool   `json:"runs_on,omitempty"`
		StepLimit      int    `json:"step_limit,omitempty"`
		LimitIsSuccess bool   `json:"limit_is_success,omitempty"`
		Handovers      any    `json:"handovers,omitempty"` // as the bound of a node
	}
	fileNode struct {
		ID        string          `json:"id"`
		Name      *string         `json:"name,omitempty"`
		Kind      string          `json:"kind"`
		Label     string          `json:"label,omitempty"`
		Tools     []string        `json:"tools,omitempty"`
		ToolIDs   []int           `json:"tool_ids,omitempty"`
		Calls     string          `json:"calls,omitempty"`
		Final     []string        `json:"final,omitempty"`
		Missing   []string        `json:"missing,omitempty"`
		Agent     string          `json:"agent,omitempty"`
		Func      string          `json:"func,omitempty"`
		Bound     any             `json:"bound,omitempty"` // a number, "unlimited", "present", or a fileBound
		Sub       *int            `json:"sub,omitempty"`
		Generated bool            `json:"generated,omitempty"`
		Sink      bool            `json:"sink,omitempty"`
		Join      bool            `json:"join,omitempty"`
		Unheard   string          `json:"unheard,omitempty"`
		Events    []string        `json:"events,omitempty"`
		Counts    []fileCount     `json:"counts,omitempty"`
		Passes    []filePass      `json:"passes,omitempty"`
		Position  string          `json:"position"`
		Args      json.RawMessage `json:"args,omitempty"`
		Exact     bool            `json:"exact,omitempty"`
		Metadata  json.RawMessage `json:"metadata,omitempty"`
	}
	fileEdge struct {
		Source     string           `json:"source"`
		Target     string           `json:"target"`
		Kind       string           `json:"kind"`
		Condition  string           `json:"condition,omitempty"`
		Branch     *BranchID        `json:"branch,omitempty"`
		Guard      string           `json:"guard,omitempty"`
		When       []fileCond       `json:"when,omitempty"`
		Within     []fileWithin     `json:"within,omitempty"`
		Unfollowed []fileUnfollowed `json:"unfollowed,omitempty"`
		Empty      bool             `json:"empty,omitempty"`
		Position   string           `json:"position"`
		Metadata   json.RawMessage  `json:"metadata,omitempty"`
	}
	fileBranch struct {
		From     *string     `json:"from,omitempty"`
		Multi    bool        `json:"multi,omitempty"`
		Func     string      `json:"func,omitempty"`
		Values   []fileValue `json:"values,omitempty"`
		Complete bool        `json:"complete,omitempty"`
		Together [][]string  `json:"together,omitempty"`
		Any      bool        `json:"any,omitempty"`
		Shared   bool        `json:"shared,omitempty"`
		Position string      `json:"position"`
	}
	fileValue struct {
		Text     string     `json:"text"`
		Guard    string     `json:"guard,omitempty"`
		When     []fileCond `json:"when,omitempty"`
		Position string     `json:"position"`
	}
	fileInterrupt struct {
		Name     string  `json:"name"`
		Node     *string `json:"node,omitempty"`
		After    bool    `json:"after,omitempty"`
		Position string  `json:"position"`
	}
	fileJump struct {
		From     *string   `json:"from,omitempty"`
		Source   string    `json:"source,omitempty"`
		Target   string    `json:"target"`
		Branch   *BranchID `json:"branch,omitempty"`
		Label    string    `json:"condition,omitempty"`
		Position string    `json:"position"`
	}
	fileInput struct {
		Source   string `json:"source"`
		Target   string `json:"target"`
		Position string `json:"position"`
	}
	fileUnknown struct {
		What     string  `json:"what"`
		Node     *string `json:"node,omitempty"`
		Reason   string  `json:"reason"`
		Param    bool    `json:"param,omitempty"`
		Position string  `json:"position"`
	}
	fileTool struct {
		Name        string        `json:"name"`
		Unknown     string        `json:"unknown,omitempty"`
		Description string        `json:"description,omitempty"`
		Framework   string        `json:"framework,omitempty"`
		Args        string        `json:"args,omitempty"`
		Params      []fileParam   `json:"params,omitempty"`
		Closed      bool          `json:"closed,omitempty"`
		Title       string        `json:"title,omitempty"`
		Result      string        `json:"result,omitempty"`
		Output      []fileParam   `json:"output,omitempty"`
		Returns     []fileParam   `json:"returns,omitempty"`
		Sources     []string      `json:"sources,omitempty"`
		Handler     string        `json:"handler,omitempty"`
		HandlerPos  string        `json:"handler_position,omitempty"`
		Around      []fileWrapper `json:"around,omitempty"`
		Captured    []fileCapture `json:"captured,omitempty"`
		Declared    []string      `json:"declared,omitempty"`
		Inferred    []string      `json:"inferred,omitempty"`
		Needs       []fileNeed    `json:"needs,omitempty"`
		Unread      bool          `json:"unread,omitempty"`
		Outside     bool          `json:"outside,omitempty"`
		Hints       fileHints     `json:"hints,omitzero"`
		Events      []string      `json:"events,omitempty"`
		Destructive bool          `json:"destructive,omitempty"`
		Beside      bool          `json:"beside,omitempty"`
		Gate        *fileGate     `json:"gate,omitempty"`
		Held        *fileHeld     `json:"held,omitempty"`
		Agent       string        `json:"agent,omitempty"`
		Apart       bool          `json:"apart,omitempty"`
		Hashes      *fileHashes   `json:"hashes,omitempty"`
		Position    string        `json:"position"`
	}
	fileWrapper struct {
		Func  string `json:"func"`
		Inner []int  `json:"inner"` // from 1
	}
	fileCapture struct {
		In   string `json:"in"`
		Var  int    `json:"var"` // from 1
		Func string `json:"func,omitempty"`
		Text string `json:"text,omitempty"`
	}
	fileHeld struct {
		Calls []string `json:"calls"`
		By    string   `json:"by"`
	}
	fileNeed struct {
		Capability string    `json:"capability"`
		Maybe      bool      `json:"maybe,omitempty"`
		Fixed      bool      `json:"fixed,omitempty"`
		Path       []fileHop `json:"path,omitempty"`
	}
	fileHop struct {
		Func     string `json:"func"`
		Position string `json:"position"`
	}
	fileHints struct {
		ReadOnly    *bool `json:"read_only,omitempty"`
		Destructive *bool `json:"destructive,omitempty"`
		Idempotent  *bool `json:"idempotent,omitempty"`
		OpenWorld   *bool `json:"open_world,omitempty"`
	}
	fileGate struct {
		Kind       string    `json:"kind"`
		Unheeded   bool      `json:"unheeded,omitempty"`
		Unseen     bool      `json:"unseen,omitempty"`
		Unanswered string    `json:"unanswered,omitempty"`
		Position   string    `json:"position"`
		Slip       *fileSlip `json:"slip,omitempty"`
	}
	fileSlip struct {
		Way      string `json:"way"`
		Words    string `json:"words,omitempty"`
		Does     string `json:"does,omitempty"`
		Where    string `json:"where,omitempty"`
		Position string `json:"position,omitempty"`
	}
	fileReplaced struct {
		Name     string `json:"name"`
		Position string `json:"position"` // of the tool that is replaced
		By       string `json:"by"`       // position of the one that takes its name
	}
	fileHook struct {
		What     string `json:"what"`
		Func     string `json:"func"`
		Position string `json:"position"`
	}
	fileNamed struct {
		Name     string `json:"name"`
		Position string `json:"position"`
	}
	fileAgent struct {
		Name         string         `json:"name"`
		Kind         string         `json:"kind,omitempty"`
		Framework    string         `json:"framework,omitempty"`
		Tools        []string       `json:"tools,omitempty"`
		ToolIDs      []int          `json:"tool_ids,omitempty"`
		SubAgents    []int          `json:"sub_agents,omitempty"` // indexes into agents
		Bound        any            `json:"bound,omitempty"`
		Instructions string         `json:"instructions,omitempty"`
		Returns      string         `json:"returns,omitempty"`
		Unused       bool           `json:"unused,omitempty"`
		Unset        bool           `json:"unset,omitempty"`
		Untyped      bool           `json:"untyped,omitempty"`
		Replaced     []fileReplaced `json:"replaced,omitempty"`
		Unhandled    []fileNamed    `json:"unhandled,omitempty"`
		Untold       []fileNamed    `json:"untold,omitempty"`
		Maker        string         `json:"maker,omitempty"`
		Hooks        []fileHook     `json:"hooks,omitempty"`
		Unknowns     []fileUnknown  `json:"unknowns,omitempty"`
		Position     string         `json:"position"`
		Origin       string         `json:"origin,omitempty"`
	}
)

// A fileBound is a limit that somebody may set.
type fileBound struct {
	AtMost int    `json:"at_most,omitempty"`
	Unless string `json:"unless"`
}
