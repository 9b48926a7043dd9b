import { parseArgs } from 'node:util'
import { readChange } from './affected-tests/changed-files.ts'
import { endChildrenOnSignals, root } from './test-run/child.ts'
import { readFlakyJourneys, removeFlakyJourneys } from './test-run/flaky-journeys.ts'
import { journeys } from './test-run/steps.ts'

/**
 * Runs new and changed journeys ten times before they land. Run: `npm run test:repeat [-- --base COMMIT] [-- FILE …]`; without files
 * those of the change and the flaky ones. A flaky journey that passes ten times leaves the list.
 */
const { values, positionals } = parseArgs({ options: { base: { type: 'string' } }, allowPositionals: true })
endChildrenOnSignals()
const changed = readChange(root, values.base).files.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file))
const flaky = readFlakyJourneys().map(({ file }) => file)
const files = positionals.length > 0 ? positionals : [...new Set([...changed, ...flaky])]
if (files.length === 0) {
	console.log('No journey is new, changed or flaky.')
	process.exit(0)
}
const { tests, isPassed } = await journeys('new and changed journeys, ten times', [...files, '--repeat-each=10'])
const failed = tests.filter((test) => !test.isPassed)
const isFailed = (name: { file: string; title: string }) =>
	failed.some(({ file, title }) => file === name.file && title === name.title)
removeFlakyJourneys(tests.filter((test) => !isFailed(test)))
for (const { file, title } of failed) console.log(`failed at least once: ${file}: ${title}`)
process.exit(isPassed && failed.length === 0 && tests.length > 0 ? 0 : 1)
