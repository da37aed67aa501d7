"""The engine, module by module; what every game promises on top of it is in the contract tests."""
