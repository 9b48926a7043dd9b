import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { become } from './environment.mjs'
import { chromium, ensureSystemPackages, ffmpeg } from './system-packages.mjs'

ensureDependencies()
ensureSystemPackages([chromium, ffmpeg])
ensureBuilt()
// Settings of an .env file are not those of tests.
become(['--disable-warning=ExperimentalWarning', 'tools/repeat-journeys.ts', ...process.argv.slice(2)])
