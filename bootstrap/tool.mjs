import { ensureDependencies } from './dependencies.mjs'
import { become } from './environment.mjs'

// Starts tools/NAME.ts with the rest of the arguments.
const [name, ...args] = process.argv.slice(2)
ensureDependencies()
become(['--disable-warning=ExperimentalWarning', `tools/${name}.ts`, ...args])
