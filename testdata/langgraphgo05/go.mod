module example.com/langgraphgo05agents

go 1.25.0

require github.com/smallnest/langgraphgo v0.5.0

require (
	github.com/dlclark/regexp2 v1.10.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/pkoukk/tiktoken-go v0.1.6 // indirect
	github.com/tmc/langchaingo v0.1.14 // indirect
)
