import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { errorCodes } from '#shared/error-codes.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')

it('docs/errors.md explains exactly the codes that exist', async () => {
	const listed = [...(await read('docs/errors.md')).matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1])
	expect(listed.toSorted()).toEqual(Object.keys(errorCodes).toSorted())
})

it('every page that a document links to exists', async () => {
	const pages = globSync(['*.md', 'docs/*.md', 'db/**/*.md', 'packages/*/*.md'], { cwd: root })
	expect(pages).toContain('docs/team.md')
	for (const page of pages) {
		const folder = page.includes('/') ? page.replace(/[^/]+$/, '') : ''
		const links = [...(await read(page)).matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '')
		for (const link of links) {
			const found = await readFile(new URL(`${folder}${link}`, root)).catch((error) => error.code)
			expect(found, `${page} → ${link}`).not.toBe('ENOENT')
		}
	}
})

it('docs/embedding.md names the parts of the studio as the screen does', async () => {
	const parts = ['put-on-site-dialog', 'embed-code'].map((name) =>
		read(`src/web/features/walls/put-on-site/${name}.tsx`),
	)
	const screen = (await Promise.all(parts)).join('\n')
	const named = [...(await read('docs/embedding.md')).matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? '')
	expect(named).toContain('Put it on your site')
	for (const name of named) expect(screen).toContain(name)
})
