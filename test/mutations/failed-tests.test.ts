import { expect, it } from 'vitest'
import { failedTests } from './failed-tests.ts'

it.each([
	[' FAIL  src/a.test.ts > walls > a wall opens\nAssertionError', 'src/a.test.ts', 'walls > a wall opens'],
	[' FAIL  |chromium| src/b.component.tsx > a button works', 'src/b.component.tsx', 'a button works'],
	[' FAIL  src/a.test.ts [ src/a.test.ts ]\nError: no', 'src/a.test.ts', ''],
	['  1) e2e/forms/form.spec.ts:12:1 › a form opens ──────\n', 'e2e/forms/form.spec.ts', 'a form opens'],
	['  12) [wide] › forms/form.spec.ts:12:1 › a form › opens ─\n', 'e2e/forms/form.spec.ts', 'a form › opens'],
])('the failure is read from %j', (output, file, title) => {
	expect(failedTests(output)).toEqual([{ file, title }])
})

it('all failures are read in their order', () => {
	const output = ' FAIL  src/a.test.ts > one\nError\n FAIL  src/b.test.ts > two\n FAIL  src/a.test.ts > three\n'
	expect(failedTests(output)).toEqual([
		{ file: 'src/a.test.ts', title: 'one' },
		{ file: 'src/b.test.ts', title: 'two' },
		{ file: 'src/a.test.ts', title: 'three' },
	])
})

it('an output without a failed test has none', () => {
	expect(failedTests('Error: No browser\n 1 passed')).toEqual([])
})
