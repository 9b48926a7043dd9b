import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addFlakyJourneys, readFlakyJourneys, removeFlakyJourneys } from '#tools/test-run/flaky-journeys.ts'
import { lineOf } from '#tools/test-run/red-journeys.ts'
import { findUnnamedSlowFiles } from '#tools/test-run/slow-files.ts'

let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'plaudit-run-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a flaky journey is counted, and leaves the list when it passed ten times', () => {
	const list = join(folder, 'deep/flaky.json')
	const [one, other] = [
		{ file: 'e2e/a/a.spec.ts', title: 'one' },
		{ file: 'e2e/a/a.spec.ts', title: 'other' },
	]
	expect(readFlakyJourneys(list)).toEqual([])
	addFlakyJourneys([one, other], list)
	addFlakyJourneys([one], list)
	expect(readFlakyJourneys(list).map(({ title, times }) => [title, times])).toEqual([
		['one', 2],
		['other', 1],
	])
	removeFlakyJourneys([one], list)
	expect(readFlakyJourneys(list).map(({ title }) => title)).toEqual(['other'])
})

it('a quick file is named after it took over five seconds in three tables in a row', () => {
	const counts = join(folder, 'slow.json')
	const table = (seconds: number) =>
		findUnnamedSlowFiles(
			new Map([
				['src/a.test.ts', seconds],
				['src/b.slow.test.ts', 90],
				['test/policies/c.test.ts', 30],
			]),
			counts,
		)
	expect([table(6), table(6), table(4), table(6), table(6)]).toEqual([[], [], [], [], []])
	expect(table(6)).toEqual(['src/a.test.ts'])
})

it('a journey is a line of Playwright’s list of tests, relative to its folder', () => {
	expect(lineOf({ file: 'e2e/a/a.spec.ts', title: 'suite › test' })).toBe('a/a.spec.ts › suite › test')
})
