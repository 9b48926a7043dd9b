import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { wallLanguages } from '#shared/wall/wall-languages.ts'

const KiB = 1024
const read = async (name: string) =>
	JSON.parse(await readFile(new URL(`../../../dist/${name}`, import.meta.url), 'utf8'))

it('the embed script and the loader of forms stay under two KiB', async () => {
	const figures = await read('figures.json')
	for (const name of ['embed', 'form']) expect(figures[`embed/${name}.js`].gzip).toBeLessThanOrEqual(2 * KiB)
})

it('the recorder with its texts stays under twelve KiB in every language', async () => {
	const [figures, manifest] = await Promise.all([read('figures.json'), read('public/.vite/manifest.json')])
	const withImports = (source: string): string[] => [source, ...(manifest[source].imports ?? []).flatMap(withImports)]
	// The form has loaded these before the tap.
	const form = new Set(withImports('src/web/public/collect/hydrate.tsx'))
	for (const lang of wallLanguages) {
		const sources = ['src/web/public/recorder/recorder.tsx', `src/web/i18n/${lang}/recorder.ts`].flatMap(withImports)
		const scripts = new Set(sources.filter((source) => !form.has(source)))
		const bytes = [...scripts].map((source) => figures[`public/${manifest[source].file}`].gzip)
		expect(bytes.reduce((sum, size) => sum + size, 0) / KiB, lang).toBeLessThanOrEqual(12)
	}
})
