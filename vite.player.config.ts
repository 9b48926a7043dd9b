import { defineConfig } from 'vite'

/** The embed's player: one module without imports, which the loader imports when a recording is played. */
export default defineConfig({
	publicDir: false,
	build: {
		outDir: 'dist/embed',
		emptyOutDir: false,
		target: 'es2022',
		cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
		// Vite leaves the white space of modules to the bundlers of their users; browsers load this one.
		rolldownOptions: { output: { minify: true } },
		lib: { entry: 'src/embed/player.ts', formats: ['es'], fileName: () => 'player.js' },
	},
})
