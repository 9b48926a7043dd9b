import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { asciiOutput } from './tools/ascii-output.ts'
import { sizeProperties } from './tools/size-properties.ts'

/** Renderers of the public pages as one file with React inside, so that the server's dependencies need no React. */
export default defineConfig({
	plugins: [react(), asciiOutput, sizeProperties],
	publicDir: false,
	define: { 'process.env.NODE_ENV': '"production"' },
	ssr: { noExternal: true },
	build: {
		ssr: 'src/web/public/ssr.tsx',
		outDir: 'dist/ssr',
		emptyOutDir: true,
		license: true,
		target: 'node24',
		// The embeds' style sheets are part of this bundle; for older targets light-dark() is expanded.
		cssMinify: true,
		cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
		rolldownOptions: { output: { entryFileNames: 'pages.js' } },
	},
})
