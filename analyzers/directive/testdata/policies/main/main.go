package main // want package:`policies\(no-mail reviewed\)`

import "example.com/directive/policies/use"

func main() { use.Use() }
