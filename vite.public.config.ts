import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

type Declaration = { prop: string; value: string; remove: () => void }
type Sheet = {
	walkAtRules: (name: string, visit: (rule: { remove: () => void }) => void) => void
	walkDecls: (visit: (declaration: Declaration) => void) => void
}

/**
 * Public pages use the visitor's own fonts, so the tokens' font faces stay out; and since each page carries its style
 * sheet inside itself, tokens that it never uses stay out too.
 */
const onlyWhatIsUsed = {
	postcssPlugin: 'only-what-is-used',
	OnceExit(sheet: Sheet) {
		sheet.walkAtRules('font-face', (rule) => rule.remove())
		for (let before = -1, left = 0; before !== left; ) {
			before = left
			left = removeUnusedTokens(sheet)
		}
	},
}

function removeUnusedTokens(sheet: Sheet): number {
	const used = new Set<string>()
	let left = 0
	sheet.walkDecls(({ value }) => {
		for (const [, name = ''] of value.matchAll(/var\((--[\w-]+)/g)) used.add(name)
	})
	sheet.walkDecls((declaration) => {
		if (!declaration.prop.startsWith('--')) return
		if (used.has(declaration.prop)) left++
		else declaration.remove()
	})
	return left
}

/**
 * What React asks for, and what a visitor's browser does not have or the form does not need: other hosts' globals, a tool of
 * developers, a sign of loading for navigations that the page does not make. The code for when it is there stays out.
 */
const whatIsNotThere = Object.fromEntries(
	[
		'__REACT_DEVTOOLS_GLOBAL_HOOK__',
		'document.documentMode',
		'navigation',
		'process',
		'process.emit',
		'setImmediate',
	].map((name) => [name, 'undefined']),
)

/** The public pages' scripts and style sheets. The server inlines the latter and links the former by the manifest. */
export default defineConfig({
	plugins: [react()],
	css: { postcss: { plugins: [onlyWhatIsUsed] } },
	publicDir: false,
	define: whatIsNotThere,
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
			preserveEntrySignatures: 'exports-only',
			input: [
				'src/web/public/page-shell/first-theme.ts',
				'src/web/public/landing/landing.css',
				'src/web/public/landing/landing-client.ts',
				'src/web/public/collect/collect.css',
				'src/web/public/collect/collect-client.ts',
				'src/web/public/collect/hydrate.tsx',
				'src/web/public/collect/fit-client.ts',
				'src/web/public/receipt/receipt.css',
				'src/web/public/receipt/receipt-client.ts',
				'src/web/public/not-found/not-found.css',
				'src/web/public/page-view/page-view.ts',
				'src/web/public/wall/wall-page.css',
			],
		},
	},
})
