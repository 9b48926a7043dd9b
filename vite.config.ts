import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The app: everything behind /auth and /dashboard, rendered in the browser. */
export default defineConfig({
	plugins: [react()],
	build: {
		outDir: 'dist/app',
		emptyOutDir: true,
		manifest: true,
		assetsDir: 'assets/app',
		target: 'es2023',
		chunkSizeWarningLimit: 300,
	},
})
