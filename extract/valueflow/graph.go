package valueflow

// This file defines what is known of the values of one package.

import (
	"go/types"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/trial"
)

// A Place numbers a place of a Graph.
type Place int32

// NoPlace is the place of what has none.
const NoPlace Place = -1

// A Graph is what one package does with values.
type Graph struct {
	Package string
	Main    bool     // it is a command
	Imports []string // sorted
	// Names has the name of each place, the same in all packages, and "" for one inside a
	// function. ParamName and the functions beside it make names.
	Names   []string
	Funcs   []*Func
	Types   []Type
	Ifaces  []Iface
	Structs []Struct
	Roles   []Role
	Offers  []Offer
	Args    []Args
	Tags    []Tag
	// Filled are fields, and struct types all of whose fields are, that code sets which has an
	// address and not the object.
	Filled []string
	// Aliases are captured numbers: one place of To with From.
	Aliases []Move
	Failed  bool // the package could not be read
}

// A Func is what one function does.
type Func struct {
	ID     string
	Pos    graph.Pos
	Params int // with the receiver
	// ParamTypes are the struct types that these are, or are lists, maps or pointers of.
	ParamTypes []string
	// Holds are, of a method, the parameters that may hold the arguments of any tool: texts, bytes, maps by
	// text, and values of any type.
	Holds     []int
	Requests  bool    // a parameter has a request over HTTP
	Alone     bool    // it looks for what tells who calls, and answers by itself: see answersAlone
	Requested []Place // what is decoded of it
	Once      []Place // functions that return again what they have returned first: see once
	Results   int
	Moves     []Move
	Texts     []Text
	Takes     []Taken
	Objects   []Object
	Zeros     []string // struct types whose zero value it uses
	Dynamic   []Dynamic
	Behind    []Dynamic // of interfaces of libraries, whose values are put into other interfaces
	Reads     []Read
	Calls     []Call
	Outside   []Use
	Tests     []Test
	Lookups   []Lookup
	Puts      []Put
	Renames   []Rename
	Judged    []Place // texts of which a library says something that is no text, such as whether they have a part
	Decodes   []Decoded
	Schemas   []Schema
	Asked     []Asked
	Loops     []Loop
	Tried     []trial.Tried // what it says of commands
	Checks    []Check       // what branches say of them
	Decides   []Decision    // what it says by how two numbers compare
	Waits     []graph.Pos   // where an answer is received from a channel: see isAnswer
	Receives  []Receive
	Keeps     bool  // it sets numbers, texts or truth values that others may look at: see keepsAnswers
	Flow      *Flow // nil if it calls nothing that may ask somebody, and decides nothing
	Listens   []Listen
	Answerers []Answerer
	Asks      []Ask

	// Of whole numbers, which no other list has: constants, what somebody may set, moves,
	// counters, and comparisons by size. Fills are places whose structs a library may fill.
	Numbers  []Number
	Entered  []Entered
	Offered  []Entered // what whoever imports the package may pass
	Sets     []Set
	Grows    []Grow
	Compares []Compare
	Forks    []Fork
	Shifts   []Shift
	Fills    []Place
	// Shared are numbers whose addresses others get, who may set them. Overwrites set structs whole.
	Shared     []Place
	Overwrites []Overwrite
}

// A Check is a branch at the end of a block on what a text is that the function has, by itself or after others.
type Check struct {
	trial.Branch
	Text Place
	Pos  graph.Pos // of the condition
}

// A Move says that what is at From gets to To.
type Move struct {
	From, To Place
	Loose    bool // what arrives was made from it and is something else
	Begins   bool // what arrives is a text that begins with it
	Around   bool // what arrives answers calls over the network, and may have it answer them
}

// A Text is a constant at a place.
type Text struct {
	Block int32
	At    Place
	Text  string
	Pos   graph.Pos
}

// A Taken is a function that is a value. Recv is the receiver that a method value binds.
type Taken struct {
	At     Place
	Func   string
	Recv   Place
	Method string // the name, if it is the method of an interface, for which what is at Recv stands
}

// MapType is the type of objects that are maps, whatever they hold.
const MapType = "map"

// An Object is a struct that the function makes, with the values that the function gives
// to its fields, or a map.
type Object struct {
	At     Place
	Type   string
	Pos    graph.Pos
	Fields []FieldValue
	// Numbers are the fields with whole numbers that are set, wherever the function succeeds.
	Numbers []string
	// Like are structs that it is a copy of, but for these fields.
	Like []Place
	// Whole: nobody else gets its address. A field that is not listed has its zero value, unless
	// somebody sets it in a copy: see Graph.Filled.
	Whole bool
}

// A FieldValue is what an object has in a field, whose name is that of the place of the
// field.
type FieldValue struct {
	Field string
	Value Place
}

// A Dynamic says that a value of a type is put into an interface.
type Dynamic struct {
	At   Place
	Type string
	Pos  graph.Pos
	// Methods are those of the interface, where the type is a library's.
	Methods []Method
}

// A Read takes a field of what is at Base.
type Read struct {
	Base  Place
	Of    string // the type of Base, as in Object
	Field string
	To    Place
	Many  bool // the field has a list, a map or a channel, and To is any element of it
	Runs  bool // the field has a function, which no decoder sets
}

// CallKind says what is special about a call.
type CallKind uint8

const (
	CallPlain  CallKind = iota
	CallModel           // of a model
	CallDecode          // of what reads text into a type of a protocol: an answer, or one that was kept
	CallAnswer          // of what reads text into a type that has a model's answer in words
	CallHuman           // of a human, by a row
	CallRemote          // of an MCP server, which runs a tool of its own
	CallRuns            // of a library that runs what the message of a model calls
	CallErrand          // of a library that may run something of its own: see isErrand
)

// A Call is a call of a function of the module, of a function value, of a method of an
// interface value, or of a library function that is special.
type Call struct {
	Block   int32
	Pos     graph.Pos
	Kind    CallKind
	Who     Place    // of CallHuman: what it reads, if only the terminal is a human
	Callee  string   // the function, if it is known
	Method  string   // else the method: "pkg.Iface.Name"
	On      Place    // the function value or the interface value
	Iface   string   // the interface whose method it is
	OnTypes []string // the types through which On is read, its own first
	Args    []Place
	ArgType []string // of each argument that is a struct or refers to one
	Results []Place
	Whole   []Place // of arguments that are whole numbers; nil if none is one
	Returns []Place // of results that are
	Go      bool    // it runs beside the function
	Answers bool    // a result is a decision: see isDecision
	Choice  string  // the type of a result that is a decision, or a struct with a field that is one of some that have names
	// Verdicts are the results that are truth values or errors, if nothing but branches and what is
	// printed goes by any of them: see verdicts.
	Verdicts []Verdict
	// Signs counts what shows that the function does something, and not only says something
	// of itself: it takes a context, may fail, returns more than a decision.
	Signs int
}

// A Verdict is a result of a call that is a truth value or an error.
type Verdict struct {
	Result int32
	Error  bool
}

// A Use is a call of a library function that may do something with what it is given.
type Use struct {
	Block         int32
	Pos           graph.Pos
	Does          Deed
	Runs          bool // a program, or code that it finds by a name
	Args, Results []Place
	ArgType       []string // as in Call
}

// A Deed says what a library function does to the world.
type Deed uint8

const (
	DeedUnknown Deed = iota
	DeedReads        // it changes nothing
	DeedActs         // it changes something, or talks to others
)

// A Test compares text with text.
type Test struct {
	Block  int32
	Pos    graph.Pos
	X, Y   Place
	YTypes []string // the types through which Y is read
	Prefix bool     // Y is a prefix of X
	Blocks []int32  // those that run only where they are equal; nil if nobody can say
	Code   Span     // from the first position of these to the last
}

// A Rename puts a constant at a place that other functions see, where a text is equal to another one.
type Rename struct {
	X        Place // the text
	From, To string
	At       Place
}

// A Span is a part of a file, with both ends.
type Span struct{ From, To graph.Pos }

// Has reports whether a position is in s.
func (s Span) Has(p graph.Pos) bool {
	return p.File == s.From.File && s.From.Compare(p) <= 0 && p.Compare(s.To) <= 0
}

// A Lookup takes what a map has for a key. With Range, the map is gone through, and Key is
// that of the element.
type Lookup struct {
	Block    int32
	Pos      graph.Pos
	Map, Key Place
	To       Place
	Range    bool
}

// A Put sets what a map has for a key.
type Put struct {
	Pos             graph.Pos
	Map, Key, Value Place
}

// A Receive is that something comes out of a channel, which brings what is of a type, and says more than
// that it came.
type Receive struct {
	Block   int32
	Channel Place
	Elem    string
}

// A Loop is a natural loop.
type Loop struct {
	Pos    graph.Pos
	Blocks []int32 // sorted
	Bound  graph.Bound
	// UntilError: nothing ends it but an error of what it calls.
	UntilError bool
	// Limits are the conditions that each round has to pass.
	Limits []Limit
	// Always are the blocks that each round passes.
	Always []int32
	// Counts is where it compares by size what its rounds count or sum up.
	Counts []LoopCount
	// Fixed are the blocks that end with a branch on what no round changes in the function, such as a setting.
	Fixed []int32
	// Receives: each round begins with what comes out of a channel.
	Receives bool
	// Reads: each round begins with what is read of a stream, and there are as many as that has.
	Reads bool
	// Awaits is where it waits for others, other than at the beginning of each round.
	Awaits []Await
	// Over are the types of the elements of lists from outside that it goes through.
	Over []string
}

// An Await is where a loop waits for what comes out of a channel, or, with Signal, for somebody to wake it (sync.Cond).
type Await struct {
	Pos    graph.Pos
	Signal bool
}

// A LoopCount compares by size what rounds of a loop count or sum up in variables of the function.
type LoopCount struct {
	Block   int32
	Pos     graph.Pos
	Changes []int32 // the blocks that add to it
}

// A Type is one that a package declares, with its methods, also promoted ones.
type Type struct {
	Name    string
	Methods []Method
}

// A Method is a method of a type, or one that an interface asks for; then Func is "". It is "" as well where a type has the method of an
// interface that it embeds: Of is the name of the field with that.
type Method struct {
	Name, Signature, Func, Of string
}

// An Iface is an interface whose methods the package calls.
type Iface struct {
	Name    string
	Methods []Method
}

// RoleKind says what a place has to do with a model's tool protocol.
type RoleKind uint8

const (
	RoleNone    RoleKind = iota
	RoleName             // the name of the tool that a model wants called
	RoleArgs             // the arguments that it wants it called with
	RoleSaid             // what a model is told
	RoleCall             // no place, but the type of a call
	RoleAnswer           // what a model answers in words
	RoleMessage          // what a model may be told in words
)

// A Role says what the place of a name is for.
type Role struct {
	Name   string
	Kind   RoleKind
	From   string // the protocol, or the package of a client
	Server bool   // it is a client of the program that calls, and no model
}

// Names of places.

// ParamName returns the name of a parameter, the receiver counted.
func ParamName(fn string, i int) string { return indexed("p", i, fn) }

// ResultName returns the name of a result.
func ResultName(fn string, i int) string { return indexed("r", i, fn) }

// FreeName returns the name of a captured variable.
func FreeName(fn string, i int) string { return indexed("c", i, fn) }

// FieldName returns the name of a field of the struct type of a name.
func FieldName(typ, field string) string { return "f " + typ + "." + field }

// FieldOf returns the name of field i of the struct type that t is or points to.
func FieldOf(t types.Type, i int) string {
	st, name := StructOf(t)
	return FieldName(name, st.Field(i).Name())
}

// VarName returns the name of a package-level variable.
func VarName(id string) string { return "v " + id }

// Body is the name of what a server answers over HTTP.
var Body = FieldName("net/http.Response", "Body")

// Terminal is the name of what a human writes.
var Terminal = VarName("os.Stdin")

// DefaultMux is the name of what http.Handle registers with.
var DefaultMux = VarName("net/http.DefaultServeMux")
