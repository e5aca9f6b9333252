module example.com/declared

go 1.26

require (
	github.com/The-Pocket/PocketFlow-Go v0.0.0-20250514164711-77ad50f4f71f
	github.com/microsoft/agent-framework-go v0.0.0-20260724093212-5b27c979abb4
)

replace github.com/The-Pocket/PocketFlow-Go => ./pocketflow

replace github.com/microsoft/agent-framework-go => ./agent-framework-go
