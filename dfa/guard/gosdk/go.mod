module github.com/agentvet/agentvet/dfa/guard/gosdk

go 1.25.0

require (
	github.com/agentvet/agentvet v0.0.0
	github.com/modelcontextprotocol/go-sdk v1.8.0
)

require (
	github.com/go-air/gini v1.0.4 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.21.0 // indirect
	golang.org/x/sys v0.46.0 // indirect
	golang.org/x/time v0.15.0 // indirect
	golang.org/x/tools v0.47.0 // indirect
)

replace github.com/agentvet/agentvet => ../../..
