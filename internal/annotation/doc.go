// Package annotation reads what a Go program says of its tools beside their
// code: struct tags on their arguments and results, and directive comments.
//
//	type SendEmailArgs struct {
//		_    struct{} `capability:"net.smtp"`
//		To   string   `json:"to" sink:"forbid=untrusted"`
//		Body string   `json:"body" sink:"forbid=fetch_emails|secret,name=no-inbox-leak,unless=redact"`
//		N    int      `json:"n" bound:">= 0, <= quota"`
//		File string   `json:"file" confine:"path"`
//	}
//
//	//agentvet:sink arg=cmd forbid=untrusted
//	//agentvet:destructive
//	func runCommand(ctx context.Context, req Request) (*Result, error)
//
// Read reads all comments and tags of a package, once, into a Set that every pass
// asks: Set.Notes are its directives on code, Set.Comments and Set.Tags also those that
// cannot be read, with their errors. Set.Describe reads a whole type, through nested and
// embedded structs, pointers, slices, maps and instances of generic types, to the fields
// that a model fills in. What the names in an annotation stand for is not its business:
// who knows the program resolves them.
//
// # Grammar
//
//	tag        = sink | source | capability | bound | confine
//	sink       = `sink:"` option { "," option } `"`          forbid is required
//	option     = "forbid=" names | "name=" name | "unless=" names
//	source     = `source:"` names `"`
//	capability = `capability:"` names `"`
//	bound      = `bound:"` limit { "," limit } `"`
//	limit      = ( "<" | "<=" | ">" | ">=" | "==" ) ( integer | name ) | ( integer | name ) ".." ( integer | name )
//	confine    = `confine:"` ( "path" | "host" | "command" | "sql" ) `"`
//	names      = name { "|" name }
//
//	directive  = "//agentvet:" word { " " argument }
//
// Names are made of letters, digits and _ . / - *. Directives on functions and on
// declarations that make a tool are capability, source, sink, sanitizer, human,
// destructive and event; policy and grant speak of the package, and grant * of all capabilities; ignore is the
// business of package analyzers/internal/directive, which reads it itself.
package annotation
