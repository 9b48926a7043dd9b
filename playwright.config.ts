import { defineConfig } from '@playwright/test'
import { chromium } from './test/chromium.ts'
import { writeToMemory } from './test/memory-folder.ts'

writeToMemory()

/** Browser journeys in the system's Chromium against the real program. No retries: a retry hides a bug. */
export default defineConfig({
	testDir: 'e2e',
	testMatch: '*.spec.ts',
	workers: 2,
	retries: 0,
	forbidOnly: true,
	// Bounds for what hangs, not for what is slow: a busy machine takes many times as long as a quiet one.
	timeout: 240_000,
	expect: { timeout: 30_000 },
	reporter: process.env.CI ? 'line' : 'list',
	outputDir: '.cache/e2e',
	use: {
		locale: 'en-GB',
		timezoneId: 'UTC',
		// Recording every journey is a third of all the work. What a failure needs stands in its report and picture;
		// `playwright test e2e/x.spec.ts --trace on` records one.
		trace: 'off',
		screenshot: 'only-on-failure',
		launchOptions: chromium,
	},
})
