module github.com/agentvet/agentvet/dfa/guard/mcpgo

go 1.25.5

require (
	github.com/agentvet/agentvet v0.0.0
	github.com/mark3labs/mcp-go v1.2.1
)

require (
	github.com/go-air/gini v1.0.4 // indirect
	github.com/google/jsonschema-go v0.4.2 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	github.com/spf13/cast v1.7.1 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	golang.org/x/text v0.14.0 // indirect
	golang.org/x/tools v0.47.0 // indirect
)

replace github.com/agentvet/agentvet => ../../..
