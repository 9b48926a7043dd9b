/** The tier of a test file. Components and journeys run in Chromium; slow ones are tests without a browser, and components. */
export type Tier = 'quick' | 'slow' | 'component' | 'journey'

/** Slow test files that every change runs all the same: they guard the rights of all tables. */
const guards = /^test\/policies\//

/** The tier of a file by its name and folder; undefined when it is no test, and null when it looks like one of no tier. */
export function tierOf(file: string): Tier | null | undefined {
	if (/^(src|test|packages)\/.*\.slow\.test\.tsx?$/.test(file)) return guards.test(file) ? 'quick' : 'slow'
	if (/^(src|test|packages)\/.*\.test\.tsx?$/.test(file)) return 'quick'
	if (/^src\/.*\.slow\.component\.tsx$/.test(file)) return 'slow'
	if (/^src\/.*\.component\.tsx$/.test(file)) return 'component'
	if (/^e2e\/.*\.spec\.ts$/.test(file)) return 'journey'
	return /\.(test|spec|component)\.tsx?$/.test(file) ? null : undefined
}
