module example.com/langgraphgoagents/published

go 1.26

require (
	example.com/langgraphgoagents v0.0.0
	github.com/smallnest/langgraphgo v0.8.5
	github.com/tmc/langchaingo v0.1.14
)

require (
	github.com/PuerkitoBio/goquery v1.11.0 // indirect
	github.com/andybalholm/cascadia v1.3.3 // indirect
	github.com/dlclark/regexp2 v1.10.0 // indirect
	github.com/google/jsonschema-go v0.3.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/kataras/golog v0.1.15 // indirect
	github.com/modelcontextprotocol/go-sdk v1.1.0 // indirect
	github.com/pkoukk/tiktoken-go v0.1.6 // indirect
	github.com/sashabaranov/go-openai v1.41.2 // indirect
	github.com/smallnest/goskills v0.4.1 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.starlark.net v0.0.0-20251109183026-be02852a5e1f // indirect
	golang.org/x/net v0.47.0 // indirect
	golang.org/x/oauth2 v0.30.0 // indirect
	golang.org/x/sys v0.39.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace example.com/langgraphgoagents => ../../langgraphgo
