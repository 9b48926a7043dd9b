// npm runs this script before it packs ("prepack").
import { bundle, ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'

ensureDependencies()
ensureBuilt()
bundle('vite.program.config.ts')
