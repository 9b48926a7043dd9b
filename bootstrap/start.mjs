import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { become, nodeFlags } from './environment.mjs'

ensureDependencies()
ensureBuilt()
become([...nodeFlags, 'src/server/main.ts'], { NODE_ENV: 'production' })
