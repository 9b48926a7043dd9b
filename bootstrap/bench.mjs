import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { become, nodeFlags, root } from './environment.mjs'
import { chromium, ensureSystemPackages, ffmpeg, nginx, wrk } from './system-packages.mjs'

ensureDependencies()
ensureDependencies(join(root, 'bench', 'browsers'))
ensureSystemPackages([chromium, ffmpeg, nginx, wrk])
ensureBuilt()
become([...nodeFlags, 'bench/main.ts', ...process.argv.slice(2)])
