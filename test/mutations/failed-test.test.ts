import { expect, it } from 'vitest'
import { failedTest } from './failed-test.ts'

it.each([
	[' FAIL  src/a.test.ts > walls > a wall opens\nAssertionError', 'src/a.test.ts', 'walls > a wall opens'],
	[' FAIL  |chromium| src/b.component.tsx > a button works', 'src/b.component.tsx', 'a button works'],
	[' FAIL  src/a.test.ts [ src/a.test.ts ]\nError: no', 'src/a.test.ts', ''],
	['  1) e2e/forms/form.spec.ts:12:1 › a form opens ──────\n', 'e2e/forms/form.spec.ts', 'a form opens'],
	['  1) [wide] › forms/form.spec.ts:12:1 › a form › opens ─\n', 'e2e/forms/form.spec.ts', 'a form › opens'],
])('the first failure is read from %j', (output, file, title) => {
	expect(failedTest(output)).toEqual({ file, title })
})

it('an output without a failed test has none', () => {
	expect(failedTest('Error: No browser\n 1 passed')).toBeUndefined()
})
