import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { become, nodeFlags } from './environment.mjs'
import { chromium, ensureSystemPackages, nginx, wrk } from './system-packages.mjs'

ensureDependencies()
ensureSystemPackages([chromium, nginx, wrk])
ensureBuilt()
become([...nodeFlags, 'bench/main.ts', ...process.argv.slice(2)])
