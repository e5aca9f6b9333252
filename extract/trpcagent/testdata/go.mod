module example.com/golden

go 1.26

require trpc.group/trpc-go/trpc-agent-go v1.11.2

replace trpc.group/trpc-go/trpc-agent-go => ./src/trpc-agent-go
