package main

import (
	"github.com/gollem-dev/gollem"
)

func main() { gollem.New() }
