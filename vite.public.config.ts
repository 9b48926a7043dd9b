import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Public pages use the visitor's own fonts, so the tokens' font faces stay out. */
const systemFontsOnly = {
	postcssPlugin: 'system-fonts-only',
	AtRule: { 'font-face': (rule: { remove: () => void }) => rule.remove() },
}

/** The public pages' scripts and style sheets. The server inlines the latter and links the former by the manifest. */
export default defineConfig({
	plugins: [react()],
	css: { postcss: { plugins: [systemFontsOnly] } },
	publicDir: false,
	build: {
		outDir: 'dist/public',
		emptyOutDir: true,
		manifest: true,
		assetsDir: 'assets/public',
		target: 'es2023',
		// Older targets would unfold light-dark() into twice the bytes.
		cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
		modulePreload: false,
		rolldownOptions: {
			input: [
				'src/web/public/landing/landing.css',
				'src/web/public/landing/landing-client.ts',
				'src/web/public/collect/collect.css',
				'src/web/public/collect/collect-client.ts',
				'src/web/public/collect/hydrate.tsx',
				'src/web/public/receipt/receipt.css',
				'src/web/public/receipt/receipt-client.ts',
				'src/web/public/not-found/not-found.css',
				'src/web/public/page-view/page-view.ts',
				'src/web/public/wall/wall-page.css',
			],
		},
	},
})
