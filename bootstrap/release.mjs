import { ensureDependencies } from './dependencies.mjs'
import { become } from './environment.mjs'

ensureDependencies()
become(['--disable-warning=ExperimentalWarning', 'tools/release.ts', ...process.argv.slice(2)])
