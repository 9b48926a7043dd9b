import { readdir, readFile } from 'node:fs/promises'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { measureShift } from '#e2e/support/measure-shift.ts'
import { publishWall } from '#e2e/support/publish-wall.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { shownCode } from '#e2e/support/shown-code.ts'
import { type WallLayout, wallLayouts } from '#shared/wall/wall.ts'
import { isFloating, reservedHeights } from '#shared/wall/wall-layouts.ts'

const widths = [320, 768, 1100]
const viewports = { phone: 320, tablet: 768, desktop: 1100 }

type Snippet = { name: string; code: string }

/** Layout of the heights that a snippet reserves. */
const layoutOf = (code: string) =>
	wallLayouts.find((layout) => code.includes(`?reserves=${reservedHeights(layout)}"`)) ?? 'masonry'

/** Every snippet of the documents that puts a wall on a page, with the addresses of a real wall. */
async function documentedSnippets(origin: string, { wallId, slug }: { wallId: string; slug: string }) {
	const root = new URL('../../', import.meta.url)
	const documents = ['README.md', ...(await readdir(new URL('docs/', root))).map((name) => `docs/${name}`)]
	const found: Snippet[] = []
	for (const name of documents.filter((one) => one.endsWith('.md'))) {
		const text = await readFile(new URL(name, root), 'utf8')
		for (const [, code = ''] of text.matchAll(/```html\n([\s\S]*?)```/g))
			if (/YOUR-WALL/.test(code) && /<plaudit-wall|<iframe/.test(code))
				found.push({
					name,
					code: code
						.replaceAll('https://praise.example.com', origin)
						.replaceAll('YOUR-WALL-ID', wallId)
						.replaceAll('YOUR-WALL', slug),
				})
	}
	return found
}

// Only a page that waits for a server shows whether the arrival of a wall moves it.
test('every snippet of the documents is one line and shifts nothing at any width', { tag: '@each' }, async ({
	browser,
	server,
	space,
}) => {
	const snippets = await documentedSnippets(server.url, space)
	expect(snippets.map(({ name }) => name)).toEqual(['docs/embedding.md', 'docs/embedding.md'])
	await publishWall(server.url, space, layoutOf(snippets[0]?.code ?? ''))
	for (const width of Object.values(viewports)) {
		const tab = await browser.newPage({ viewport: { width, height: 900 } })
		await countShifts(tab)
		for (const { name, code } of snippets) {
			expect(code.trim().split('\n')).toHaveLength(1)
			expect(await measureShift(tab, server.url, code, [width]), `${name} at ${width} px`).toBe(0)
		}
		await tab.close()
	}
})

test('the studio’s snippets are one line each and shift nothing in any layout and width', async ({
	page: studio,
	browser,
	server,
	space,
}) => {
	await publishWall(server.url, space, 'masonry')
	await openSignedIn(studio, server.url, space, `walls/${space.wallId}`)
	const tab = await browser.newPage({ viewport: { width: 1200, height: 900 } })
	await countShifts(tab)
	for (const layout of wallLayouts) {
		await studio.getByRole('button', { name: new RegExp(`^${layout === 'tab' ? 'Side tab' : layout}$`, 'i') }).click()
		// A floating layout has no code for a frame, which has no edge of the page.
		const kinds = isFloating(layout) ? ['One script'] : ['One script', 'Frame']
		const codes: string[] = []
		for (const kind of kinds) codes.push(await shownCode(studio, kind))
		expect(codes.map(layoutOf)).toEqual(kinds.map(() => layout) satisfies WallLayout[])
		expect(codes.filter((code) => code.includes('\n'))).toEqual([])
		await studio
			.getByRole('dialog', { name: /on your site$/ })
			.getByRole('button', { name: 'Close' })
			.click()
		await space.client.from('walls').update({ layout }).eq('id', space.wallId).throwOnError()
		// A frame of 16 px around: the container counts, not the window.
		for (const code of codes)
			for (const places of [widths, [559, 560, 879, 880]])
				expect(await measureShift(tab, server.url, code, places), `${layout} in ${places}`).toBe(0)
	}
	await tab.close()
})
