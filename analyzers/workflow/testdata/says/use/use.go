package use // want package:`declared\(labels: inbox mail private; sanitizers: Clean T.Clean example.com/facts/says/tools.Clean example.com/facts/says/use.T.Clean tools.Clean use.T.Clean; policies: asked also\)`

import "example.com/facts/says/tools"

//agentvet:policy also: human before each tool:send

type T struct{}

//agentvet:sanitizer for=inbox
func (*T) Clean(s string) string { return tools.Clean(s) }
