import { readFile } from 'node:fs/promises'

/** Style rules that draw walls with the product's own fonts: those of the machine differ. */
export async function wallFontRules(): Promise<string> {
	const rules = await Promise.all(
		[
			['Test Serif', 'newsreader'],
			['Test Sans', 'inter'],
		].map(async ([family, name]) => {
			const bytes = await readFile(new URL(`../../../src/web/ui/fonts/${name}.woff2`, import.meta.url))
			return `@font-face { font-family: '${family}'; font-weight: 200 800; src: url(data:font/woff2;base64,${bytes.toString('base64')}) }`
		}),
	)
	return `${rules.join('\n')}\nplaudit-wall { --plaudit-words-font: 'Test Serif'; --plaudit-font: 'Test Sans' }`
}
