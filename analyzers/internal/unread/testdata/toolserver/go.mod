module github.com/someone/toolserver

go 1.25
