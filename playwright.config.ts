import { defineConfig } from '@playwright/test'
import { chromium } from './test/chromium.ts'

/** Browser journeys in the system's Chromium against the real program. No retries: a retry hides a bug. */
export default defineConfig({
	testDir: 'e2e',
	testMatch: '*.spec.ts',
	workers: 2,
	retries: 0,
	forbidOnly: true,
	timeout: 60_000,
	expect: { timeout: 10_000 },
	reporter: process.env.CI ? 'line' : 'list',
	outputDir: '.cache/e2e',
	use: {
		locale: 'en-GB',
		timezoneId: 'UTC',
		trace: 'retain-on-failure',
		launchOptions: chromium,
	},
})
