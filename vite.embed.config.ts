import { defineConfig } from 'vite'

/** The embed's loader: one script without imports, so that a host page makes one request. */
export default defineConfig({
	publicDir: false,
	build: {
		outDir: 'dist/embed',
		emptyOutDir: true,
		target: 'es2022',
		lib: {
			entry: 'src/embed/embed.ts',
			formats: ['iife'],
			name: 'plaudit',
			fileName: () => 'embed.js',
		},
	},
})
