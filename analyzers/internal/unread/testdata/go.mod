module example.com/unread

go 1.25

require (
	example.org/helpers v0.0.0
	github.com/cloudwego/eino v0.0.0
	github.com/gollem-dev/gollem v0.0.0
	github.com/someone/toolserver v0.0.0
)

replace (
	example.org/helpers => ./helpers
	github.com/cloudwego/eino => ../../../../testdata/stubs/eino
	github.com/gollem-dev/gollem => ./gollem
	github.com/someone/toolserver => ./toolserver
)
