module github.com/agentvet/agentvet/dfa/guard/langgraphgo

go 1.25.0

require (
	github.com/agentvet/agentvet v0.0.0
	github.com/smallnest/langgraphgo v0.8.5
)

require (
	github.com/dlclark/regexp2 v1.10.0 // indirect
	github.com/go-air/gini v1.0.4 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/pkoukk/tiktoken-go v0.1.6 // indirect
	github.com/tmc/langchaingo v0.1.14 // indirect
	go.yaml.in/yaml/v4 v4.0.0 // indirect
	golang.org/x/tools v0.47.0 // indirect
)

replace github.com/agentvet/agentvet => ../../..
