import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { become, nodeFlags, root } from './environment.mjs'
import { ensureProgram } from './program.mjs'
import { chromium, ensureSystemPackages, ffmpeg, nginx, wrk } from './system-packages.mjs'

ensureDependencies()
ensureDependencies(join(root, 'bench', 'browsers'))
ensureSystemPackages([chromium, ffmpeg, nginx, wrk])
ensureBuilt()
// Measured is the program that `npm start` runs.
become([...nodeFlags, 'bench/main.ts', ...process.argv.slice(2)], { SERVER_PROGRAM: `${ensureProgram()}/server.js` })
