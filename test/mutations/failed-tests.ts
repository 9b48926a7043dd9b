export type FailedTest = { file: string; title: string }

const vitest = /^\s*FAIL\s+(?:\|[^|]*\|\s+)?([\w./-]+)(?: > (.*))?/gm
const playwright = /^\s+\d+\) (?:\[[^\]]*\] › )?([\w./-]+\.spec\.ts)\S* › (.*?)[ ─]*$/gm

/** The first failure of each file in the output of Vitest or Playwright; empty when the command failed outside of a test. */
export function failedTests(output: string): FailedTest[] {
	const failures = new Map<string, FailedTest>()
	for (const [, name = '', title = ''] of [...output.matchAll(vitest), ...output.matchAll(playwright)]) {
		const file = name.startsWith('e2e/') || !name.endsWith('.spec.ts') ? name : `e2e/${name}`
		if (!failures.has(file)) failures.set(file, { file, title })
	}
	return [...failures.values()]
}
