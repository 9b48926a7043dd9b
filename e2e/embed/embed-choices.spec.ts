import { expect, test } from '@playwright/test'
import { countShifts } from '#e2e/support/count-shifts.ts'
import { publishedWall } from '#e2e/support/published-walls.ts'
import { hostUrl, installation, readEmbeds } from '#test/support/walls/embed-site.ts'
import { scriptSnippet } from '#web/features/walls/put-on-site/embed-snippets.ts'
import { estimateHeights } from '#web/public/wall/embed/estimates/estimate-heights.ts'

const order = ['author', 'rating', 'words', 'media']
/** Choices that change the height of a wall. */
const choices = [
	...([1, 2, 4] as const).flatMap((columns) => [
		{ layout: 'grid' as const, theme: { columns } },
		{ layout: 'masonry' as const, theme: { columns } },
	]),
	{
		layout: 'grid' as const,
		theme: { order, avatars: false, roles: false, days: true, lines: 3, more: 'place' },
	},
]
const walls = choices.map(({ layout, theme }, at) => publishedWall(`choice-${at}`, layout, theme))
const embeds = await readEmbeds(walls)

for (const places of [
	[320, 560, 768],
	[880, 1060, 1200],
])
	test(`the code of a wall with chosen columns and parts reserves its height in ${places.join(', ')} px, so that nothing moves`, {
		tag: '@looks',
	}, async ({ browser }) => {
		for (const wall of walls) {
			const snippet = { ...wall.wall, about: 'What people say', heights: estimateHeights(wall) }
			const code = scriptSnippet(installation, snippet)
			const cells = places.map(
				(width) => `<div style="inline-size:${width}px;max-inline-size:100%">${code}</div><p>After</p>`,
			)
			const context = await browser.newContext({ viewport: { width: 1300, height: 900 } })
			await embeds.serve(context, {
				html: `<!doctype html><title>Host</title><style>body{margin:0}</style>${cells.join('')}`,
			})
			const tab = await context.newPage()
			const shifted = await countShifts(tab)
			const { promise: painted, resolve: paint } = Promise.withResolvers<void>()
			await tab.route(`${installation}/embed/**`, async (route) => {
				await painted
				await route.fallback()
			})
			await tab.goto(hostUrl, { waitUntil: 'commit' })
			const after = tab.getByText('After')
			await expect(after).toHaveCount(places.length)
			await tab.evaluate(nextPaint)
			// A wall out of sight may take the height of its words.
			const tops = () =>
				after.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top).filter((top) => top < innerHeight))
			const before = await tops()
			paint()
			await expect(tab.locator('plaudit-wall .box')).toHaveCount(places.length)
			await tab.evaluate(nextPaint)
			const name = `${wall.wall.layout} ${JSON.stringify(wall.wall.theme.columns)}`
			expect.soft(await tops(), name).toEqual(before)
			expect.soft(await shifted(), name).toBe(0)
			await context.close()
		}
	})

/** Runs in the page. */
const nextPaint = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
