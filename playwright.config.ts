import { defineConfig } from '@playwright/test'
import { chromium } from './test/support/browser/chromium.ts'
import { keepTmpdirInMemory } from './test/support/memory-tmpdir.ts'

keepTmpdirInMemory()

/** Browser journeys in the system's Chromium against the real program. No retries: a retry hides a bug. */
export default defineConfig({
	testDir: 'e2e',
	testMatch: '**/*.spec.ts',
	globalSetup: './e2e/support/shared-servers.ts',
	workers: 2,
	retries: 0,
	forbidOnly: true,
	// The timeouts bound hangs, not slowness: a busy machine takes many times as long as an idle one.
	timeout: 240_000,
	expect: { timeout: 30_000 },
	reporter: process.env.CI ? 'line' : 'list',
	outputDir: '.cache/e2e',
	snapshotPathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
	use: {
		locale: 'en-GB',
		timezoneId: 'UTC',
		// Tracing every journey takes a third of the run time. A failure's report and screenshot suffice; `playwright test
		// e2e/inbox/moderation.spec.ts --trace on` records one.
		trace: 'off',
		screenshot: 'only-on-failure',
		launchOptions: chromium,
	},
})
