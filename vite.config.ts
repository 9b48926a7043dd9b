import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { sizeProperties } from './tools/size-properties.ts'

const server = process.env.PLAUDIT_API ?? 'http://localhost:3000'
const served = [
	'/auth/v1',
	'/rest/v1',
	'/storage/v1',
	'/functions/v1',
	'/config.json',
	'/collect',
	'/embed',
	'/assets',
	'/w/',
	'/t/',
]

// Chunks in loading order: libraries; code shared by /auth and all screens; code shared by signed-in screens;
// overlays, fetched on first use; then one chunk per screen. A group includes its imports unless an earlier group has
// them.
const libraries = /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//
const base = [
	/src\/web\/lib\/(auth\/(assurance-level|auth-|captcha-tokens|providers|use-clear-callback|wait-for)|client\/|storage\/(session|local)-storage|browser\/(use-page-title|theme)|loading\/import-with-reload|forms\/use-submit)/,
	/src\/web\/ui\/(auth\/captcha\.|button|class-names|code\.|error-box|fields\/(field|password-field|text-field)\.|notice|spinner|theme-button|wordmark)/,
	/src\/shared\/provider-name\./,
	/lucide-react\/dist\/esm\/(?!icons\/)/,
	/lucide-react\/dist\/esm\/icons\/(check|eye|eye-off|info|mail|moon|sun|triangle-exclamation-point)\./,
]
const toasts = /src\/web\/ui\/(overlays\/toaster|copy-button)\b|node_modules\/sonner\//
const parts = /src\/web\/ui\/overlays\/(\w+-parts|overlay)\b/
const radix = /node_modules\/(@radix-ui|radix-ui|@floating-ui|aria-hidden|react-remove-scroll)/
const desk = /src\/(web\/(ui|lib)|shared)\/|node_modules\/lucide-react\//
const chunks = [
	{ name: 'react', test: libraries, priority: 5 },
	{ name: 'client', test: /node_modules\/(@supabase|iceberg-js)\//, priority: 4 },
	{ name: 'base', test: (id: string) => base.some((pattern) => pattern.test(id)), priority: 3 },
	{
		name: 'desk',
		test: (id: string) => desk.test(id) && !parts.test(id) && !toasts.test(id),
		priority: 2,
		minShareCount: 4,
	},
	{ name: 'toasts', test: toasts, priority: 1 },
	{ name: 'overlay', test: (id: string) => radix.test(id) || parts.test(id), priority: 1 },
]

/**
 * The toast library injects its style sheet, which the content security policy blocks; `toaster.tsx` ships it as a
 * file.
 */
const toastsWithoutStyle: Plugin = {
	name: 'toasts-without-style',
	transform(code, id) {
		if (!id.includes('/sonner/dist/index.mjs')) return undefined
		const without = code.replace(/^__insertCSS\(".*"\);?$/m, '')
		if (without === code) throw new Error('sonner brings its style sheet in another way now.')
		return without
	},
}

/** The app: everything under /auth and /dashboard, rendered in the browser. */
export default defineConfig({
	plugins: [react(), toastsWithoutStyle, sizeProperties],
	resolve: {
		alias: {
			'react-style-singleton': fileURLToPath(new URL('src/web/ui/overlays/style-singleton.ts', import.meta.url)),
		},
	},
	publicDir: false,
	cacheDir: '.cache/vite',
	server: {
		// Vite serves the app in development, and the real server answers all other requests.
		proxy: {
			...Object.fromEntries(served.map((path) => [path, server])),
			'/realtime/v1': { target: server, ws: true },
		},
	},
	build: {
		outDir: 'dist/app',
		emptyOutDir: true,
		license: true,
		manifest: true,
		assetsDir: 'assets/app',
		target: 'es2023',
		// For older targets light-dark() is expanded to twice the bytes.
		cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
		chunkSizeWarningLimit: 300,
		rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
	},
})
