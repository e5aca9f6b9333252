// Package arguments compares what a tool offers to a model with what its code reads of what the model sends.
//
// # The question
//
// A tool tells a model the names and types of its arguments in a schema, and its code takes them out of what the model sends.
// Where the schema is written by hand, nothing holds the two together:
//
//	mcp.NewTool("create", mcp.WithString("yamlManifest", mcp.Required()))
//
//	func create(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
//		manifest, err := request.RequireString("manifest")
//
// A model that does as it is told never sends "manifest", so that every call fails. An argument that is read and not offered
// is one that nobody sees who reviews the tool, and that a model can send all the same; one that is offered and not read
// promises something that does not happen.
//
// # What is read
//
// Read goes through the functions of one package. Each parameter that may hold arguments is followed through the function, and
// through literals in it: a request, a map by name, JSON, a struct that JSON is decoded into. What is looked up by a
// constant is a Use. A function that looks up what a parameter of it names, and one that hands arguments on, says so; Join puts the
// functions of a module together:
//
//	func text(args map[string]any, key string) string // a use of what key is
//
// What is done with an argument by its name says which types of JSON it is taken for: an assertion to string, or to float64. JSON has
// no integers, so that an assertion to int never holds.
//
// Where arguments go to what is not followed, an interface, a function value, a library, all of them may be
// read there: then nothing is said of what is not read. The requests of libraries are in a table, requests.txt.
//
// # What is compared
//
// Compare looks at the arguments at the top of the schema, by name. Those of whose kind it is that only a person or the model itself
// reads them, such as a reason for the call, need no code.
//
// Letters: t *tracer, j *Joined, fn *ssa.Function, v ssa.Value.
package arguments
