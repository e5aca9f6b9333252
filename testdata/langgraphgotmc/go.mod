module example.com/langgraphgotmcagents

go 1.25.0

require (
	github.com/tmc/langchaingo v0.1.7
	github.com/tmc/langgraphgo v0.0.0-20240324234251-3b0caeaffd16
)

require (
	github.com/dlclark/regexp2 v1.10.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/pkoukk/tiktoken-go v0.1.6 // indirect
)
