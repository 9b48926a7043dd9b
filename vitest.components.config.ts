import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from './test/support/browser/chromium.ts'
import { sizeProperties } from './tools/size-properties.ts'

const fakeDevices = ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream']

/** Component tests: `*.component.tsx` beside a component, in the system's Chromium with the real style sheets. */
export default defineConfig({
	plugins: [react(), sizeProperties],
	cacheDir: '.cache/vite-components',
	publicDir: false,
	logLevel: 'error',
	// A dependency that is met during the run would reload the page, and lose its tests.
	optimizeDeps: {
		entries: ['src/web/app/app.tsx', 'src/web/public/**/*.tsx'],
		include: ['axe-core', 'react-dom/client'],
		exclude: ['vitest', 'vitest-browser-react'],
	},
	test: {
		include: ['src/**/*.component.tsx', 'packages/*/src/**/*.component.tsx'],
		setupFiles: ['test/support/components/setup.ts'],
		// The timeouts bound hangs, not slowness: a busy machine takes many times as long as an idle one.
		maxWorkers: 2,
		testTimeout: 120_000,
		expect: { poll: { timeout: 25_000 } },
		retry: 0,
		api: { host: '127.0.0.1' },
		browser: {
			enabled: true,
			headless: true,
			connectTimeout: 300_000,
			provider: playwright({
				// Fake devices, of which permission is granted without a prompt.
				launchOptions: { ...chromium, args: [...chromium.args, ...fakeDevices] },
				contextOptions: { locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
			}),
			instances: [{ browser: 'chromium' }],
			viewport: { width: 1280, height: 800 },
			screenshotFailures: false,
		},
	},
})
