package use // want package:`policies\(no-mail reviewed\)`

import "example.com/directive/policies/build"

func Use() { build.Build() }
