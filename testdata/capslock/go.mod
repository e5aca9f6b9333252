module example.com/capslock

go 1.25.0

require (
	github.com/google/capslock v0.2.8
	golang.org/x/tools v0.47.0
)

require (
	golang.org/x/mod v0.37.0 // indirect
	golang.org/x/sync v0.21.0 // indirect
	google.golang.org/protobuf v1.36.7 // indirect
)
