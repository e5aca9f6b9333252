package use

import "example.com/directive/policies/build"

func Use() { build.Build() }
