module example.com/golden

go 1.26

require github.com/microsoft/agent-framework-go v0.0.0

replace github.com/microsoft/agent-framework-go => ./src/agent-framework-go
