package main

import "example.com/directive/policies/use"

func main() { use.Use() }
