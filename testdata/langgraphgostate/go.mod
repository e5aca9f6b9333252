module example.com/langgraphgostate

go 1.26

require (
	github.com/smallnest/langgraphgo v0.8.5
	github.com/tmc/langchaingo v0.1.14
)

require (
	github.com/dlclark/regexp2 v1.10.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/pkoukk/tiktoken-go v0.1.6 // indirect
	go.starlark.net v0.0.0-20251109183026-be02852a5e1f // indirect
	golang.org/x/sys v0.39.0 // indirect
)
