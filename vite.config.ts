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
	},
})
