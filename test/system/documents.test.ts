import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { errorCodes } from '#shared/error-codes.ts'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

it('docs/errors.md explains exactly the codes that exist', async () => {
	const listed = [...(await read('docs/errors.md')).matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1])
	expect(listed.toSorted()).toEqual(Object.keys(errorCodes).toSorted())
})

it('every page that a document links to exists', async () => {
	for (const page of [
		'README.md',
		'ARCHITECTURE.md',
		'CONTRIBUTING.md',
		'docs/wire.md',
		'docs/self-hosting.md',
		'docs/own-tables.md',
	]) {
		const folder = page.includes('/') ? page.replace(/[^/]+$/, '') : ''
		const links = [...(await read(page)).matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '')
		for (const link of links) {
			const found = await readFile(new URL(`../../${folder}${link}`, import.meta.url)).catch((error) => error.code)
			expect(found, `${page} → ${link}`).not.toBe('ENOENT')
		}
	}
})
