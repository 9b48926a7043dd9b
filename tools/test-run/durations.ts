import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tierOf } from '#tools/affected-tests/test-tier.ts'
import { root } from './child.ts'
import type { Step } from './steps.ts'

/** Writes the seconds of slow test files and journeys to `test/durations.json`. */
export function recordDurations(steps: readonly Step[]): void {
	const seconds: Record<string, number> = {}
	for (const step of steps)
		for (const [file, taken] of step.files)
			if (/^(slow|journey)$/.test(tierOf(file) ?? '') && !seconds[file]) seconds[file] = Math.ceil(taken)
	const sorted = Object.fromEntries(Object.entries(seconds).sort(([one], [other]) => one.localeCompare(other)))
	writeFileSync(join(root, 'test/durations.json'), `${JSON.stringify(sorted, null, '\t')}\n`)
}
