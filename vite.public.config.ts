import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

type Declaration = { prop: string; value: string; remove: () => void }
type Rule = {
	selector: string
	parent?: { type: string } | undefined
	walkDecls: (visit: (declaration: Declaration) => void) => void
}
type Sheet = {
	walkRules: (selector: RegExp, visit: (rule: Rule) => void) => void
	walkAtRules: (name: string, visit: (rule: { remove: () => void }) => void) => void
	walkDecls: (visit: (declaration: Declaration) => void) => void
}

/**
 * Removes unused tokens, because each page inlines its style sheet, and font faces, because public pages use the
 * visitor's own fonts.
 */
const withoutUnusedTokens = {
	postcssPlugin: 'only-what-is-used',
	OnceExit(sheet: Sheet) {
		sheet.walkAtRules('font-face', (rule) => rule.remove())
		removeReplacedTokens(sheet)
		for (let before = -1, left = 0; before !== left; ) {
			before = left
			left = removeUnusedTokens(sheet)
		}
	},
}

/** Removes a token that a later `:root` rule declares again. */
function removeReplacedTokens(sheet: Sheet): void {
	const last = new Map<string, Declaration>()
	sheet.walkRules(/^:root$/, (rule) => {
		if (rule.parent?.type !== 'root') return
		rule.walkDecls((declaration) => {
			if (!declaration.prop.startsWith('--')) return
			last.get(declaration.prop)?.remove()
			last.set(declaration.prop, declaration)
		})
	})
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
 * Globals that React checks for and that browsers or the form never have or need: other hosts' globals, developer tools,
 * navigation indicators, the speed of the connection, what stood in for `reportError` and `clipboardData` of events. Replacing them removes the code behind them.
 */
const absentGlobals = Object.fromEntries(
	[
		'__REACT_DEVTOOLS_GLOBAL_HOOK__',
		'document.documentMode',
		'navigation',
		'navigator.connection',
		'performance.getEntriesByType',
		'process',
		'process.emit',
		'setImmediate',
		'window.ErrorEvent',
		'window.clipboardData',
	].map((name) => [name, 'undefined']),
)

/** Vite's own helper for `import()` weighs a kilobyte; this one waits for the style sheets of a script, too. */
const smallImportHelper = {
	name: 'small-import-helper',
	enforce: 'pre' as const,
	load: (id: string) =>
		id.endsWith('vite/preload-helper.js')
			? `const sheet = (url) => new Promise((resolve, reject) => {
	const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/' + url, onload: resolve, onerror: reject })
	document.head.append(link)
})
export const __vitePreload = (load, sheets = []) => Promise.all(sheets.map(sheet)).then(load)`
			: null,
}

/** Modules that several scripts share, each of less than a kilobyte. */
const smallModules = /\/(after-first-paint|load-named-script|copy-link|local-time|date-locale)\.ts$/

/** Copies small modules into each script that imports them: a shared chunk would be a request between a page and its first paint. */
const smallModulesCopied = {
	name: 'small-modules-copied',
	enforce: 'pre' as const,
	resolveId: {
		filter: { id: smallModules },
		async handler(this: Resolver, source: string, importer: string | undefined) {
			if (!importer) return null
			const found = await this.resolve(source, importer, { skipSelf: true })
			return found && `${found.id}?copy=${basename(importer, '.ts')}`
		},
	},
}
type Resolver = {
	resolve: (source: string, importer: string, options: { skipSelf: true }) => Promise<{ id: string } | null>
}

const pictureFolder = 'src/web/public/landing/pictures'

/** Pictures of the landing page, which the server finds in the manifest. */
const landingPictures = {
	name: 'landing-pictures',
	buildStart(this: { emitFile: (file: EmittedPicture) => void }) {
		for (const name of readdirSync(pictureFolder)) {
			const originalFileName = `${pictureFolder}/${name}`
			this.emitFile({ type: 'asset', name, originalFileName, source: readFileSync(originalFileName) })
		}
	},
}
type EmittedPicture = { type: 'asset'; name: string; originalFileName: string; source: Uint8Array }

/**
 * Scripts and style sheets of the public pages. The server inlines the style sheets and links the scripts by the
 * manifest.
 */
export default defineConfig({
	plugins: [react(), smallImportHelper, smallModulesCopied, landingPictures],
	css: { postcss: { plugins: [withoutUnusedTokens] } },
	publicDir: false,
	resolve: {
		alias: [
			{ find: /^react-dom$/, replacement: `${import.meta.dirname}/src/web/public/page-shell/react-dom-internals.cjs` },
		],
	},
	define: absentGlobals,
	build: {
		outDir: 'dist/public',
		emptyOutDir: true,
		license: true,
		manifest: true,
		assetsDir: 'assets/public',
		target: 'es2023',
		// For older targets light-dark() is expanded to twice the bytes.
		cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
		modulePreload: false,
		rolldownOptions: {
			preserveEntrySignatures: 'exports-only',
			output: {
				codeSplitting: {
					groups: [
						// Otherwise a recorder on a private page would load the recording of a form with it.
						{ name: 'format-time', test: /recorder\/format-time\.ts$/ },
						// Otherwise each is a chunk, of which the page of a form loads both.
						{ name: 'icons', test: /page-shell\/icons\.tsx$|react\/.*jsx-runtime/ },
					],
				},
			},
			input: [
				'src/web/public/page-shell/first-theme.ts',
				'src/web/public/landing/landing.css',
				'src/web/public/landing/landing-client.ts',
				'src/web/public/landing/sign-in-page.css',
				'src/web/public/collect/collect.css',
				'src/web/public/collect/questions/questions.css',
				'src/web/public/collect/languages.css',
				'src/web/public/collect/link-notice/link-notice.css',
				'src/web/public/collect/account/account.css',
				'src/web/public/collect/closed-client.ts',
				'src/web/public/collect/embedded/embedded.css',
				'src/web/public/collect/embedded/embedded-client.ts',
				'src/web/public/collect/collect-client.ts',
				'src/web/public/collect/hydrate.tsx',
				'src/web/public/collect/recording-field/save-take.ts',
				'src/web/public/collect/report-opened.ts',
				'src/web/public/collect/steps/steps.css',
				'src/web/public/collect/steps/steps.ts',
				'src/web/public/collect/work/solve.ts',
				'src/web/public/page-shell/one-question.css',
				'src/web/public/proof/proof-page.css',
				'src/web/public/receipt/receipt.css',
				'src/web/public/receipt/receipt-client.ts',
				'src/web/public/not-found/not-found.css',
				'src/web/public/page-view/page-view.ts',
				'src/web/public/wall/page/wall-page.css',
				'src/web/public/wall/page/testimonial-page.css',
				'src/web/public/wall/page/recordings-client.ts',
				'src/web/public/wall/page/testimonial-client.ts',
			],
		},
	},
})
