import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

// Few files, in the order they are needed: the libraries; the ground, which is what /auth and every other screen
// stand on; what screens behind sign-in share; what opens above a screen, fetched when somebody reaches for it; then
// one chunk for each screen. A group takes what its modules import along, unless a group before it has it.
const libraries = /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//
const ground = [
	/src\/web\/lib\/(assurance|auth-|captcha-tokens|config|errors|kept|page-title|provider-names|reload-once|stored|supabase|theme|use-config|use-forget|use-submit|wait-for)/,
	/src\/web\/ui\/(button|captcha\.|class-names|code\.|error-box|field|notice|password-field|spinner|text-field|theme-button|wordmark)/,
	/lucide-react\/dist\/esm\/(?!icons\/)/,
	/lucide-react\/dist\/esm\/icons\/(check|eye|eye-off|info|mail|moon|sun|triangle-exclamation-point)\./,
]
const toasts = /src\/web\/ui\/(toaster|copy-button|copy-text|toasts)\b|node_modules\/sonner\//
const parts = /src\/web\/ui\/(\w+-parts|overlay)\b/
const radix = /node_modules\/(@radix-ui|radix-ui|@floating-ui|aria-hidden|react-remove-scroll)/
const desk = /src\/(web\/(ui|lib)|shared)\/|node_modules\/lucide-react\//
const chunks = [
	{ name: 'react', test: libraries, priority: 5 },
	{ name: 'client', test: /node_modules\/(@supabase|iceberg-js)\//, priority: 4 },
	{ name: 'ground', test: (id: string) => ground.some((some) => some.test(id)), priority: 3 },
	{
		name: 'desk',
		test: (id: string) => desk.test(id) && !parts.test(id) && !toasts.test(id),
		priority: 2,
		minShareCount: 4,
	},
	{ name: 'toasts', test: toasts, priority: 1 },
	{ name: 'overlay', test: (id: string) => radix.test(id) || parts.test(id), priority: 1 },
]

/** The toasts write their style sheet into the page, which its policy refuses; `toaster.tsx` brings it as a file. */
const toastsWithoutStyle: Plugin = {
	name: 'toasts-without-style',
	transform(code, id) {
		if (!id.includes('/sonner/dist/index.mjs')) return undefined
		const without = code.replace(/^__insertCSS\(".*"\);?$/m, '')
		if (without === code) throw new Error('sonner brings its style sheet in another way now.')
		return without
	},
}

/** The app: everything behind /auth and /dashboard, rendered in the browser. */
export default defineConfig({
	plugins: [react(), toastsWithoutStyle],
	resolve: {
		alias: {
			'react-style-singleton': fileURLToPath(
				new URL('src/web/ui/adopted-style.ts', import.meta.url),
			),
		},
	},
	publicDir: false,
	server: {
		// While developing, Vite draws the app and the real server answers the rest.
		proxy: {
			...Object.fromEntries(served.map((path) => [path, server])),
			'/realtime/v1': { target: server, ws: true },
		},
	},
	build: {
		outDir: 'dist/app',
		emptyOutDir: true,
		manifest: true,
		assetsDir: 'assets/app',
		target: 'es2023',
		// Older targets would unfold light-dark() into twice the bytes.
		cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
		chunkSizeWarningLimit: 300,
		rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
	},
})
