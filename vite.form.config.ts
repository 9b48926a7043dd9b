import { defineConfig } from 'vite'

/** The loader of embedded forms: one script without imports. */
export default defineConfig({
	publicDir: false,
	build: {
		outDir: 'dist/embed',
		emptyOutDir: false,
		target: 'es2022',
		cssMinify: true,
		cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
		lib: { entry: 'src/embed/form.ts', formats: ['iife'], name: 'plauditForm', fileName: () => 'form.js' },
	},
})
