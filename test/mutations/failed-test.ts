/** The first failure in the output of Vitest or Playwright. */
export type FailedTest = { file: string; title: string }

const vitest = /^\s*FAIL\s+(?:\|[^|]*\|\s+)?([\w./-]+)(?: > (.*))?/m
const playwright = /^\s+1\) (?:\[[^\]]*\] › )?([\w./-]+\.spec\.ts)\S* › (.*?)[ ─]*$/m

/** Reads which test failed; undefined when the command failed outside of one. */
export function failedTest(output: string): FailedTest | undefined {
	const [, file, title = ''] = vitest.exec(output) ?? playwright.exec(output) ?? []
	if (file) return { file: file.startsWith('e2e/') || !file.endsWith('.spec.ts') ? file : `e2e/${file}`, title }
}
