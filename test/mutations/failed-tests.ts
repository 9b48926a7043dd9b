export type FailedTest = { file: string; title: string }

const vitest = /^\s*FAIL\s+(?:\|[^|]*\|\s+)?([\w./-]+)(?: > (.*))?/gm
const playwright = /^\s+\d+\) (?:\[[^\]]*\] › )?([\w./-]+\.spec\.ts)\S* › (.*?)[ ─]*$/gm

/** The failures in the output of Vitest or Playwright, in order; empty when the command failed outside of a test. */
export function failedTests(output: string): FailedTest[] {
	return [...output.matchAll(vitest), ...output.matchAll(playwright)].map(([, name = '', title = '']) => {
		const file = name.startsWith('e2e/') || !name.endsWith('.spec.ts') ? name : `e2e/${name}`
		return { file, title }
	})
}
