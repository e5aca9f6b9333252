// Package protocol recognises a model's tool protocol: the values that say which tool is
// to be called and with what, whoever declares them.
//
// A model that may call tools gets a list of them and answers with calls: a name,
// arguments, and an id that the result has to carry. Each vendor spells that in JSON of
// its own, and a Go program holds it in one of three forms:
//
//   - a type of a vendor's client, such as openai.ToolCall. Rows name it:
//     extract/library/toolcalls.txt.
//   - a struct type of any other package whose JSON tags are a protocol's, as in a program
//     that speaks HTTP by itself, or in a client that no row knows. A table of shapes says
//     which tags those are (shapes).
//   - text: the method of a JSON-RPC request, the key of a map, a path in a document. Some
//     words belong to these protocols alone (words).
//
// Of gathers the types of the first two forms that a package may use. For each it has the
// fields that hold the name of the call, its arguments and its id, as types.Var: where a
// value comes from a model is the same question whether code is matched, followed by
// value, or counted.
//
// Uses says what code of a package does with them: it reads the name of a call, offers a
// tool, answers a call. A type that is declared and whose name nobody reads is no use: a
// struct that is only copied, or encoded, selects nothing.
//
// # What it does not see
//
// What a protocol of the program's own calls a tool ({"tool": …, "args": …}): of that, Of has
// the types of answers and of messages in words, and package loops follows what is read of
// them. A protocol whose types are decoded by reflection alone. A name that is read as a part of its whole, such as by a
// template. {name, arguments} with nothing around it is no protocol: commands, queues and
// editors have it, too.
//
// Letters: p *Parts, f *Form, s *shape, v *types.Var.
package protocol
