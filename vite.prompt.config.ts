import { defineConfig } from 'vite'

/** The prompt of websites' own apps: one script without imports. */
export default defineConfig({
	publicDir: false,
	build: {
		outDir: 'dist/embed',
		emptyOutDir: false,
		target: 'es2022',
		cssMinify: true,
		cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
		lib: { entry: 'src/embed/prompt.ts', formats: ['iife'], name: 'plauditPrompt', fileName: () => 'prompt.js' },
	},
})
