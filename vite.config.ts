import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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

// Few files, in the order they are needed: the libraries and the ground of every screen; what opens above a
// screen, fetched when somebody reaches for it; then one chunk for each screen.
const toasts = /src\/web\/ui\/(toaster|copy-button|toasts)\b|node_modules\/sonner\//
const parts = /src\/web\/ui\/(\w+-parts|overlay)\b/
const ground = /src\/(web\/(ui|lib)|shared)\/|node_modules\/lucide-react\//
const libraries = /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\//
const radix = /node_modules\/(@radix-ui|radix-ui|@floating-ui|aria-hidden|react-remove-scroll)/
const chunks = [
	{ name: 'react', test: libraries, priority: 5 },
	{ name: 'client', test: /node_modules\/(@supabase|iceberg-js)\//, priority: 4 },
	{
		name: 'ground',
		test: (id: string) => ground.test(id) && !parts.test(id) && !toasts.test(id),
		priority: 3,
		minShareCount: 4,
	},
	{ name: 'toasts', test: toasts, priority: 2 },
	{ name: 'overlay', test: (id: string) => radix.test(id) || parts.test(id), priority: 2 },
]

/** The app: everything behind /auth and /dashboard, rendered in the browser. */
export default defineConfig({
	plugins: [react()],
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
