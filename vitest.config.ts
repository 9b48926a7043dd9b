import { defineConfig } from 'vitest/config'
import { writeToMemory } from './test/memory-folder.ts'

writeToMemory()

/** Unit, HTTP and policy tests, all in Node against a real PostgreSQL. Browser tests are in e2e/. */
export default defineConfig({
	test: {
		include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'db/**/*.test.ts', 'test/**/*.test.ts'],
		globalSetup: ['test/global-setup.ts'],
		pool: 'forks',
		maxWorkers: 2,
		// Bounds for what hangs, not for what is slow.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		retry: 0,
		// The usual second is less than a slow machine takes to come to a query.
		expect: { poll: { timeout: 60_000, interval: 20 } },
	},
})
