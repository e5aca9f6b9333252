// Package loops finds agents that no framework runs: code that asks a model, runs the tools
// that the model names, and tells it what came of them.
//
//	for {
//		answer := ask(history)               // a client of a vendor, or HTTP by hand
//		for _, call := range answer.Calls {  // in types of the program's own
//			for _, t := range tools {
//				if t.Name() == call.Name {
//					history = append(history, t.Run(call.Args))
//				}
//			}
//		}
//	}
//
// # How
//
// No shape of code is looked for. The graphs of package valueflow, one a package, are put
// together (net), calls of functions values and of methods of interfaces are bound to what
// the values may be (resolve), and then values are followed, in and out of calls in pairs
// (reach):
//
//   - The names and the arguments of calls, from the fields of types that package protocol
//     knows, to wherever they get (newFinder).
//   - A name selects: it is compared with a text, or with what an object says of itself, or
//     it is a key of a map (pick). Code may put other constants in the place of names, and
//     go by these: such a constant stands for the name (renamed). The name that code reads again of what a name has
//     selected, as of an entry of a catalog, is that name (chosen).
//   - A call of what was selected that hands over arguments runs a tool (handled); so does
//     code under a comparison, if a model is told what comes of it, or of a part of that (inline): all of it, where a function in it
//     only takes the arguments apart for another one that does something (prepares); so does a method of
//     an object that such code makes, wherever it is called (madeUnder); so does a
//     request to an MCP server that has the name in it, also one that the program writes by
//     itself, and a call of a library that no row tells of and that gets the name with the
//     arguments (remote), or the message that has them. What is selected may be data, such as a command line, that a
//     function gets with the arguments (specs).
//   - The objects that may be selected are found backwards, each with the calls by which it
//     came there, and each is asked for its own name: of what may be it, only its own fields
//     and methods count (search). One that a function makes of what it is handed is another one
//     for each call of the function (eachMade). What is called may be a part of the object that has the
//     name, such as a function in a field beside it (parts), or a function that it returns, with
//     others around it (returned). Middleware may put functions around those of records, in copies of these: such a copy is no tool,
//     and which of the functions are around which is not found out (layers). A function that only makes an object of a
//     call is none either: what runs the object elsewhere is (makers).
//   - How often the model is asked is read from the conditions that each round passes (bound):
//     numbers are followed to constants, and to flags, settings and variables of the
//     environment, which may set others (numbers), but no more than what code cuts them to. A number
//     that a model says is no limit (saidTypes). A counter may be kept in memory and be
//     compared elsewhere, if each round changes it and none sets it back: a function may say by what it
//     returns how the numbers compare, and count where it does. A limit that a number switches
//     off, as in "max > 0 && n >= max", is one if no number that the code gives does, and none if all of
//     them do; zero is given by who makes a struct without the field, where it gets no default (mayBeZero).
//     A second default, for a number that has one already, is never taken (isAbove).
//     A function to which a loop hands its counter may compare it (compared). A loop that asks until it
//     has an answer is a part of the round around it. Functions that call each
//     other have a limit if one of them calls none where a number is too large: one that an object counts which
//     is handed on, or that each call hands on as more, if there is no other call (depth). Where nothing that
//     is counted is compared by size, there is no limit, nor where rounds may go past what is
//     counted and its comparison for ever, whatever settings say (goesPast), such as what only counts requests that
//     fail, nor where they may go on for ever and change nothing that
//     is compared, nor where a comparison only decides what is written or logged; where something
//     else is compared that was not understood, that is unknown. If the first answer is from before the loop, that
//     question counts too, and so does one that the function asks once the rounds are used up (endsWithQuestion).
//     Where a person types something in each round, or an event outside of the program begins it, the limit is
//     how often the model is asked in one such turn (turnBound); what comes out of a channel into which the
//     turn puts something, also by way of others, is no such event.
//   - A tool runs in the innermost loop that asks a model, or in functions that ask one and
//     come to call each other (cycle). What a tool does to serve its call is no part of that,
//     also where it asks a model in turn; nor is a question in the function that is handed a call
//     and runs it, from which no other call comes (asides).
//
// # What a model is told
//
// Values of the types, and maps with the keys, by which protocols tell of a tool are offers
// (offers): one for each call that brings another name, and for each object of a list that
// code goes through. A tool has the description and the arguments of the offer with its name,
// or, if it is an object, of what is offered of this object (tell). A schema is read in maps,
// structs and texts (schema), or is that of a Go type, by a library or by a function of the
// program's own. Where no schema tells, the type is that into which the tool decodes its
// arguments (taken). What was not read is an unknown of the tool.
//
// # Calls in words
//
// A model that is told so answers in JSON of the program's own: {"tool": "read", "args": …}.
// What its answers are decoded into, a struct or a map, is a dialect (dialects). Each part of
// it by which something is selected may name the tools, with the others as arguments (choices).
// It is tried as the name of a protocol is, and is one only where a round asks a model, and is
// told what came of what it selects, at once or, where nothing of it is returned, by what is kept for the
// next question (isKept): code that sorts by what a model answers, picks a prompt,
// or acts on it and is done, is none. A part that says what kind of answer it is leads to
// another one in all that it selects; and what selects in the code of a tool is an argument of
// it (naming). Where something is done and the model was not seen to hear of it, or not seen
// to be asked again, there may be an agent: Find says where. A program with another agent is
// not looked through for calls in words.
//
// Answers of which code takes lines apart have no parts with names. Where pieces of them choose what
// runs, and the next question has what came of it, there may be an agent, too (lined). The model may
// be asked by hand: a map with "model" and "prompt" or "messages" goes to a server.
//
// # Tools that nothing was seen to run
//
// Where a model is told of objects by a method of an interface, and nothing was seen to run any of them, as when
// a library does, all types that the program makes and that have the methods of the interface are tools: the one
// method that takes arguments serves them (unrun). A program that asks a model and of which nothing else was
// understood may have an interface that is called after tools, with a method that says what one is: the same goes
// for that (assumed). Of such agents it is not known what asks again, nor, if the program may ask a person
// anywhere (mayAsk), whether somebody is asked before a tool runs; of the latter kind that is never known.
//
// # Servers
//
// A program that answers tools/list and tools/call by itself is an MCP server (servers), with
// the tools that its clients are told of and for which it runs code. The names and the
// arguments are those of its clients' calls, in structs or in maps; all else is found as
// above. It has no workflow, as in package mcp. What a server runs is no agent's as well unless a model is
// seen to be asked (isServed). What hands calls on to another server, or only looks at them, names no tool in
// its answers and is none.
//
// # Programs without an agent
//
// A gateway, or a client that others use, only moves the names of calls (carries): no text is
// compared with them, nothing is run that is kept by them, and nobody gets them who may run it.
//
// # Agents of agents
//
// Objects that share a method with a loop are agents of their own if they hold other tools
// (split): the list of tools is looked for once for each object, from the fields that it was
// made with. Where tools are in maps, which of them are whose is not found out, and one agent
// has them all, with an unknown if it matters. A tool runs an agent if what serves it comes to
// run the agent's loop, and makes its object where several share the loop (delegate).
//
// # Who is asked
//
// A question holds a tool back if, on every way from the question to the model to what the
// tool does, a branch is taken that is only taken where somebody said yes. So each function
// on the way is graded (order): its blocks by the worst way to them, and each branch by what
// its condition hangs on (says), through calls, results and channels (outcome). An answer is
// what a person writes at the terminal, not lines of what a model answers or calls with
// (isPersons), and what comes through a channel from code that runs when something happens outside
// of the program, such as a key or a request (isEvent): not from the round itself, nor from what
// starts the agent or is started with it. It agrees
// by being one thing that is no refusal; that it is not some other thing, or that somebody
// could be asked at all, is no agreement. Functions that come to call each other, or wait for
// each other, are graded again and again until nothing changes (settle).
//
// What tools say of themselves counts, such as whether or how much they have to be asked about: in a truth
// value, or in a type of the module whose values have names.
//
// A server of tools decides likewise, from where the function begins that runs them; what its
// clients write to its standard input is nobody's answer.
//
// The question stands before the call of the tool (ways) or in the tool, before what it does
// to the world with its arguments (doing), or, where it returns a function that does so, before
// the call of that (later). The worst way counts:
//
//	agreed    the gate holds
//	unclear   an answer decides in a way that is not understood: the gate is conditional, and
//	          an unknown says so
//	switched  somebody is asked unless variables of the program say otherwise: likewise, and
//	          the unknown names them
//	free      a way goes past the question: the gate is conditional, or there is none if no
//	          answer holds the tool back on any way
//
// Where it is free or unclear, the same is found out again for people who agree wherever they are asked,
// who refuse, who say something else, and for nobody (world). If refusals lead from a question to what the tool
// does as agreement does, or what is no agreement does, that is what gets past the gate (slip).
//
// Where it is switched, the same is found out for a program that is told nothing (usual): variables and
// fields are what they are from the beginning, if that is one number or truth value, whoever sets them
// (first). If nobody is asked then, the question is off by default, which is no gate.
//
// A call that names a tool by a constant is the program's own and no way from a model. Where a
// way begins that nobody is seen to ask a model on, that is an unknown, unless nobody is asked
// on another way.
//
// Where requests over HTTP run the model's calls, which were kept, the one whose name or number
// is among what the request has is agreed to, if no model was asked since the request came
// (accepted). Such an agent asks again without a limit, unless something counts.
//
// What a library that no row tells of, or an interface of one, returns or sets, if it is named as
// if it asked somebody, is unclear, and so is what a callback sets that something outside of the
// program comes to run.
//
// A setting is a variable or a field that others may set, and what a context has for a key. A tool to which no
// way leads, while it runs at a place that the agent does not come to, waits there for somebody: its gate is not known.
//
// Commands that checks of the program do not see through (package trial) are followed as those checks take them, and past says of the
// ways that lead past such a check how bad the worst of them is: see guise.
//
// Branches on the name of the call, and on what a tool says of itself, are followed as that
// tool takes them. What the model fills in is no answer of a person.
// Where such branches lead past an object of that name, it does not run: what they lead to does,
// and if that is not understood, nobody knows who is asked (reached).
//
// # What they do with data
//
// That is package ssaflow's to say, which has read each function. A Run says where it
// begins: the function and the parameters that carry the model's arguments, or the part of
// a function where code stands in line. Calls says what functions call that their package
// does not see. Package module puts the two together.
//
// # What it does not see
//
// Names that go through a database, a file or a map of any values by key, and calls of MCP
// clients that are taken apart by paths in a text. Who asks again where a user interface or
// another process does, or a goroutine behind a channel: the bound is unknown then. So is a
// limit by which a state of the agent changes and not its loop ends. Which tool runs for the names that code compares with nothing, as in
// the default branch of a switch (takesOthers): that is unknown if something is offered that
// runs nowhere else, or nothing was seen to be.
//
// Letters: n *net, f *finder or *function, s *site or *search, t *tool, c *chart or *context,
// j *judge, o *order, w *ways or want, d *doing.
package loops
