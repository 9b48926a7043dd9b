import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { must } from './environment.mjs'

/** Checks format, lint, types and dead code, then runs every test that needs no browser. */
export function check() {
	// One test packs the program, which would build the pages while other tests read them.
	ensureBuilt()
	must('biome', ['ci', '--error-on-warnings', '.'])
	must('tsc', ['-b'])
	must('knip', [])
	must('vitest', ['run'])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	ensureDependencies()
	check()
}
