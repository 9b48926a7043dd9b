import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { SiteCheck } from '#shared/instance/site-check.ts'
import { reservedHeights } from '#shared/wall/wall-layouts.ts'
import type { WallEmbedRow } from '#shared/wall-rows.ts'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import { answerWall, wallRow } from '#test/support/components/wall-answers.ts'

afterEach(() => cleanup())

const openCode = () => page.getByRole('button', { name: 'Put it on your site' }).click()

const site = (host: string, kind: WallEmbedRow['kind'], reserves: string): WallEmbedRow => ({
	space_id: space.id,
	wall_id: wallRow.id,
	host,
	kind,
	reserves,
	seen_at: '2026-03-01T10:00:00Z',
})
const checked: SiteCheck = {
	url: 'https://fernhill.example/',
	milliseconds: 120,
	bytes: 20_480,
	code: null,
	obstacles: [],
}

for (const width of [390, 1280])
	test(`an owner checks their site and reads what to do about it, at ${width} px`, async () => {
		await page.viewport(width, 900)
		// The preview is low: axe takes what is clipped below a preview for the background of the code.
		const state = answerWall({ wall: { ...wallRow, layout: 'badge' } })
		let response: unknown = Response.json(
			{ error: { fields: { url: 'Write the whole address, for example https://harbour.org.' } } },
			{ status: 422 },
		)
		answer({ 'POST /functions/v1/site-check': () => response })
		await openScreen(`walls/${wallRow.id}`)
		await openCode()
		const address = page.getByLabelText('Address of your page')
		await address.fill('my site')
		await userEvent.keyboard('{Enter}')
		await expect.element(page.getByText('Write the whole address, for example https://harbour.org.')).toBeVisible()
		await expect.element(address).toHaveValue('my site')
		expect(await sentRequests('POST /functions/v1/site-check')[0]?.json()).toEqual({
			wall_id: wallRow.id,
			url: 'my site',
		})

		response = checked
		await address.fill(checked.url)
		const check = page.getByRole('button', { name: 'Check it' })
		await check.click()
		await expect.element(page.getByText(/^The code of this wall is not in the HTML of the page\./)).toBeVisible()

		response = { ...checked, code: { kind: 'script', reserves: reservedHeights('badge') }, obstacles: ['image'] }
		await check.click()
		await expect.element(page.getByText(/^The code of this wall is in the page: One script\./)).toBeVisible()
		await expect.element(page.getByText(/^It reserves the height of this layout/)).toBeVisible()
		await expect.element(page.getByText(`Add ${window.location.origin} to img-src.`)).toBeVisible()
		await expect.element(page.getByText(/^No browser was seen to load the wall there yet\./)).toBeVisible()
		await expectAccessible()

		// A page that was opened since is counted.
		state.sites = [site('fernhill.example', 'script', reservedHeights('badge'))]
		await check.click()
		await expect.element(page.getByText(/^Browsers loaded the wall on fernhill\.example/)).toBeVisible()
		await page.viewport(1280, 800)
	})

test('sites whose code reserves the height of an earlier layout come first and are named', async () => {
	const [present, former] = [reservedHeights('badge'), reservedHeights('grid')]
	const state = answerWall({ wall: { ...wallRow, layout: 'badge' } })
	const screen = await openScreen(`walls/${wallRow.id}`)
	await openCode()
	const region = page.getByRole('region', { name: 'Seen on' })
	await expect.element(region.getByText(/^No site was seen to load this wall yet\./)).toBeVisible()
	await screen.unmount()

	state.sites = [
		site('a.example', 'script', present),
		site('b.example', 'frame', former),
		site('c.example', 'script', ''),
	]
	await openScreen(`walls/${wallRow.id}`)
	await openCode()
	await expect
		.poll(() =>
			region
				.getByRole('listitem')
				.elements()
				.map(({ textContent }) => textContent),
		)
		.toEqual([
			expect.stringMatching(
				/^b\.example.*still has the old code: copy the new one.*Frame, reserves the height of Grid, last seen /,
			),
			expect.stringMatching(/^a\.example/),
			expect.stringMatching(/^c\.example/),
		])
	expect(region.element().textContent?.match(/old code/g)).toHaveLength(1)
	await expectAccessible()
})

test('the code of a published wall is two presses from the list of walls: one line, its sites, and the way to check', async () => {
	const state = answerWall({ wall: { ...wallRow, layout: 'grid' } })
	const screen = await openScreen('walls')
	await expect.element(page.getByText(/^On no site yet/)).toBeVisible()
	await openCode()
	const dialog = page.getByRole('dialog', { name: 'Put “Bakery wall” on your site' })
	await expect.element(dialog.getByRole('button', { name: 'Copy' })).toBeVisible()
	const code = () => dialog.element().querySelector('pre')?.textContent ?? ''
	expect(code()).toMatch(/^<plaudit-wall wall="33333333-[^\n]*<\/plaudit-wall><script async src="[^\n]*<\/script>$/)
	await dialog.getByRole('radio', { name: /^Frame/ }).click()
	expect(code()).toMatch(/^<div [^\n]*<iframe /)
	await expectAccessible()
	await screen.unmount()

	state.sites = [
		site('a.example', 'script', reservedHeights('grid')),
		site('a.example', 'frame', reservedHeights('grid')),
	]
	const again = await openScreen('walls')
	await expect.element(page.getByText('a.example')).toBeVisible()
	expect(page.getByText('a.example').elements()).toHaveLength(1)
	await expectAccessible()
	await again.unmount()

	state.wall = { ...state.wall, is_published: false }
	await openScreen('walls')
	await expect.element(page.getByText(/^Nobody sees it/)).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Put it on your site' })).not.toBeInTheDocument()
	await expect.element(page.getByRole('link', { name: 'Edit and publish' })).toBeVisible()
})

test('the code that an owner copies by its button or by hand ticks the step of the first week, and a viewer ticks nothing', async () => {
	answerWall({})
	const copyCode = async () => {
		await openCode()
		await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
	}
	Object.defineProperty(navigator.clipboard, 'writeText', { value: async () => undefined, configurable: true })
	const ticks = () => sentRequests('POST /rest/v1/rpc/record_milestone')
	const screen = await openScreen(`walls/${wallRow.id}`, 'viewer')
	await copyCode()
	await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
	expect(ticks()).toHaveLength(0)
	await screen.unmount()
	await openScreen(`walls/${wallRow.id}`)
	await copyCode()
	await expect.poll(() => ticks().length).toBe(1)
	expect(await ticks()[0]?.json()).toEqual({ space_id: space.id, step: 'embedded' })
	document.querySelector('.put-code pre')?.dispatchEvent(new ClipboardEvent('copy', { bubbles: true }))
	await expect.poll(() => ticks().length).toBe(2)
})
