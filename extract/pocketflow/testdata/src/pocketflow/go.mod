module github.com/The-Pocket/PocketFlow-Go

go 1.26
