import { fileURLToPath } from 'node:url'
import { ensureDependencies } from './dependencies.mjs'
import { must } from './environment.mjs'

/** Format, lint, types, dead code, then every test that needs no browser. */
export function check() {
	must('biome', ['ci', '--error-on-warnings', '.'])
	must('tsc', ['-b'])
	must('knip', [])
	must('vitest', ['run'])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	ensureDependencies()
	check()
}
