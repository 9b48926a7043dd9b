import { ensureDependencies } from './dependencies.mjs'
import { become } from './environment.mjs'
import {
	chromium,
	ensureSystemPackages,
	ffmpeg,
	haproxy,
	nginx,
	notoFonts,
	pgbouncer,
	postgres15,
} from './system-packages.mjs'

ensureDependencies()
ensureSystemPackages([chromium, ffmpeg, haproxy, nginx, notoFonts, pgbouncer, postgres15])
// Settings of an .env file are not those of tests.
become(['--disable-warning=ExperimentalWarning', 'tools/test-run.ts', ...process.argv.slice(2)])
