module example.com/golden

go 1.26

require github.com/Ingenimax/agent-sdk-go v0.0.0

replace github.com/Ingenimax/agent-sdk-go => ./src/agent-sdk-go
