import { defineConfig } from 'vitest/config'
import { keepTmpdirInMemory } from './test/support/memory-tmpdir.ts'
import { sizeProperties } from './tools/size-properties.ts'

keepTmpdirInMemory()

/** Unit, HTTP and policy tests, all in Node against a real PostgreSQL. Browser tests are in e2e/. */
export default defineConfig({
	plugins: [sizeProperties],
	cacheDir: '.cache/vite',
	test: {
		fsModuleCachePath: '.cache/vitest',
		include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts', 'packages/*/src/**/*.test.ts'],
		globalSetup: ['test/support/global-setup.ts'],
		setupFiles: ['test/support/require-real-timers.ts'],
		pool: 'forks',
		maxWorkers: 2,
		// Loading the program again for each file would take a third of the run.
		isolate: false,
		// The timeouts bound hangs, not slowness.
		testTimeout: 180_000,
		hookTimeout: 180_000,
		retry: 0,
		// Vitest replaces style sheets by empty ones; the gate of their weight reads those of embeds.
		css: { include: [/\/public\/wall\/.*\.css/] },
		// Vitest's default of one second is too short for a query on a slow machine.
		expect: { poll: { timeout: 60_000, interval: 20 } },
	},
})
