import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'
import { answerWall, wallRow } from '#test/support/components/wall-answers.ts'

// A screen that is left stores its draft, which the answers of its own test take.
afterEach(() => cleanup())

const openStudio = () => openScreen(`walls/${wallRow.id}`)
const layout = (name: string) => page.getByRole('group', { name: 'Layout' }).getByRole('button', { name, exact: true })
const choose = (group: string, name: string) =>
	page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()
const noShift = () => expect.element(page.getByText('layout shift 0', { exact: true })).toBeVisible()
const kept = (count: string) => page.getByText(new RegExp(`^Kept as a draft: ${count} since`))
const publishButton = page.getByRole('button', { name: 'Publish changes' })
const published = page.getByText('The wall shows your changes.')

/** Elements of the wall as wide windows show it. */
const inPreview = (selector: string) =>
	[...document.querySelectorAll('.studio-desktop plaudit-wall')].flatMap((wall) => [
		...(wall.shadowRoot?.querySelectorAll(selector) ?? []),
	])
const styleOf = (selector: string) => {
	const [element] = inPreview(selector)
	return element ? getComputedStyle(element) : undefined
}

test('what surrounds the words is chosen, shown in the preview, kept as a draft and published', async () => {
	const state = answerWall()
	await openStudio()
	await noShift()
	await expect.poll(() => styleOf('.t')?.borderStartStartRadius).toBe('0px')
	await expect.element(page.getByText('1 request, 0 cookies')).toBeVisible()
	await choose('Frame of the words', 'Cards')
	await page.getByText('Shadow', { exact: true }).click()
	await choose('Corners', 'Round')
	await choose('Space', 'Airy')
	await expect.poll(() => styleOf('.t')?.borderStartStartRadius).toBe('18px')
	expect(styleOf('.t')?.paddingBlockStart).toBe('28px')
	await noShift()
	// A layout without cards has no such choice.
	await layout('Badge').click()
	await expect.element(page.getByRole('radio', { name: 'Cards' })).not.toBeInTheDocument()
	await layout('Masonry').click()
	await expect.element(kept('4 changes')).toBeVisible()
	await publishButton.click()
	await expect.element(published).toBeVisible()
	await expect.element(page.getByText('As published, no changes since')).toBeVisible()
	expect(state.wall.theme).toMatchObject({ cards: 'card', shadow: true, corners: 'round', density: 'airy' })
})

test('every kind of wall is offered, and a floating one says what it does and has no code for a frame', async () => {
	const state = answerWall()
	await openStudio()
	await expect.element(layout('Masonry')).toHaveAttribute('aria-pressed', 'true')
	expect(page.getByRole('group', { name: 'Layout' }).getByRole('button').elements()).toHaveLength(13)
	await layout('Ticker').click()
	const still = page.getByRole('checkbox', { name: 'Stands still under the pointer' })
	await still.click()
	await noShift()
	await layout('Ratings').click()
	await expect.element(still).not.toBeInTheDocument()
	for (const name of ['Side tab', 'Toast']) {
		await layout(name).click()
		await page.getByRole('button', { name: 'Put it on your site' }).click()
		await expect.element(page.getByText(/A frame has no edge of the page/)).toBeVisible()
		await expect.element(page.getByRole('radio', { name: /^Frame/ })).not.toBeInTheDocument()
		await page.getByRole('button', { name: 'Close' }).click()
		await noShift()
	}
	await expectAccessible()
	await publishButton.click()
	await expect.element(published).toBeVisible()
	expect(state.wall).toMatchObject({ layout: 'toast', theme: { hover_pause: false } })
})

test('the columns of a wall are chosen, and the preview has as many', async () => {
	answerWall({ wall: { ...wallRow, layout: 'grid' } })
	await openStudio()
	const firstRow = () => {
		const tops = inPreview('.t')
			.filter((one) => one.checkVisibility())
			.map((one) => one.getBoundingClientRect().top)
		return tops.filter((top) => Math.abs(top - (tops[0] ?? 0)) < 1).length
	}
	for (const name of ['Grid', 'Masonry']) {
		await layout(name).click()
		for (const columns of [1, 2, 4]) {
			await choose('Most columns', `${columns}`)
			await expect.poll(firstRow, { message: `${name} of ${columns}` }).toBe(columns)
			await noShift()
		}
	}
})

test('the parts of a card, their order and the length of its words are chosen, and come back with the draft', async () => {
	const state = answerWall({ wall: { ...wallRow, layout: 'grid' } })
	const screen = await openStudio()
	await noShift()
	const parts = () => [...(inPreview('.t')[0]?.children ?? [])].map((child) => child.getAttribute('part'))
	await expect.poll(parts).toEqual(['head', 'words', 'author'])
	const up = page.getByRole('button', { name: 'Move Author up' })
	await up.click()
	await up.click()
	await expect.poll(parts).toEqual(['author', 'head', 'words'])
	await page.getByText('Portraits', { exact: true }).click()
	await page.getByText('Role and company', { exact: true }).click()
	await page.getByText('Date', { exact: true }).click()
	await expect.poll(() => inPreview('.t')[0]?.querySelector('time')?.textContent).toMatch(/\d{4}/)
	expect(inPreview('.t')[0]?.querySelector('[part="avatar"]')).toBeNull()
	await choose('Words before Read more', '3 lines')
	await choose('The rest opens', 'In its place')
	await noShift()
	await expect.poll(() => state.draft?.mine).toMatchObject({ theme: { lines: 3, more: 'place', avatars: false } })
	await expectAccessible()
	await screen.unmount()
	await openStudio()
	await expect.element(page.getByRole('radio', { name: '3 lines' })).toBeChecked()
	await expect.poll(parts).toEqual(['author', 'head', 'words'])
})

const good = `::part(words) { color: rgb(1, 2, 3) }
.t { border-radius: 3px }`
const bad = `@import "https://evil.example/a.css";
::part(card) {
  background: url(https://evil.example/b.png);
  position: fixed;
}
:host { display: none }`

test('own CSS is shown in the preview, and lines that cannot be used are named and not published', async () => {
	const state = answerWall({ wall: { ...wallRow, layout: 'grid' } })
	const screen = await openStudio()
	const field = page.getByLabelText('Own CSS')
	const color = () => styleOf('[part="words"]')?.color
	const problems = () =>
		page
			.getByRole('status')
			.getByRole('listitem')
			.elements()
			.map(({ textContent }) => textContent)
	await field.fill(good)
	await expect.poll(color).toBe('rgb(1, 2, 3)')
	await field.fill(`${good}\n${bad}`)
	await expect
		.poll(problems)
		.toEqual([
			expect.stringMatching(/^Line 3 @import cannot be used/),
			expect.stringMatching(/^Line 5 A wall loads nothing/),
			expect.stringMatching(/^Line 6 position can only be/),
			expect.stringMatching(/^Line 8 A rule reaches only/),
		])
	expect(color()).toBe('rgb(1, 2, 3)')
	await expect.element(publishButton).toBeDisabled()
	await expectAccessible()
	await field.fill('.t { color: red')
	await expect.poll(problems).toEqual(['Line 1 “{” is not closed.'])
	// A draft is kept as it was typed.
	await expect.poll(() => state.draft?.mine).toMatchObject({ theme: { css: '.t { color: red' } })
	await screen.unmount()
	await openStudio()
	await expect.element(field).toHaveValue('.t { color: red')
	await field.fill(good)
	await publishButton.click()
	await expect.element(published).toBeVisible()
	expect(state.wall.theme).toMatchObject({ css: good })
})

test('embed code is offered once the testimonials are known whose height it reserves', async () => {
	answerWall({ wall: { ...wallRow, layout: 'grid' } })
	const { promise: asked, resolve: note } = Promise.withResolvers<void>()
	const { promise: ready, resolve: letGo } = Promise.withResolvers<void>()
	answer({
		'POST /rest/v1/rpc/selection_items': async () => {
			note()
			await ready
			return []
		},
	})
	await openStudio()
	await asked
	await page.getByRole('button', { name: 'Put it on your site' }).click()
	const dialog = page.getByRole('dialog')
	await expect.element(dialog.getByText(/^One line, one request\./)).toBeVisible()
	expect(document.querySelector('.put-code pre')).toBeNull()
	await expect.element(dialog.getByRole('button', { name: 'Copy' })).not.toBeInTheDocument()
	letGo()
	await expect.poll(() => document.querySelector('.put-code pre')?.textContent).toContain('min-height:')
})

test('a draft that is published in the moment in which it is stored is published', async () => {
	const state = answerWall()
	const { promise: stored, resolve: store } = Promise.withResolvers<void>()
	answer({
		'POST /rest/v1/wall_drafts': async (request) => {
			// Before the screen is drawn again, which then says that the draft is on its way.
			for (const button of document.querySelectorAll('button'))
				if (button.textContent === 'Publish changes') button.click()
			const draft = await request.json()
			state.draft = { ...draft, version: 1, edited_by: null, edited_at: '2026-01-02T00:00:00Z' }
			setTimeout(store)
			return state.draft
		},
	})
	const publications: unknown[] = []
	answer({
		'POST /rest/v1/rpc/publish_wall': async (request) => {
			await stored
			const publication = await request.json()
			publications.push(publication)
			if (publication.draft_version !== state.draft?.version) return null
			state.wall = { ...state.wall, ...publication.change, version: 2 }
			state.draft = null
			return 2
		},
	})
	await openStudio()
	await layout('List').click()
	await expect.element(published).toBeVisible()
	await expect.element(page.getByText('As published, no changes since')).toBeVisible()
	expect(publications).toMatchObject([{ draft_version: 1, change: { layout: 'list' } }])
	expect(state.wall.layout).toBe('list')
})

test('a draft that an earlier release kept in the browser moves to the server once', async () => {
	const state = answerWall()
	const former = { layout: 'list', theme: {}, selection: {}, sharing: {}, fixed: [] }
	const key = `plaudit-wall-${wallRow.id}`
	localStorage.setItem(key, JSON.stringify({ ...former, base: { ...former, layout: 'masonry' } }))
	await openStudio()
	await expect.element(kept('one change')).toBeVisible()
	await expect.poll(() => localStorage.getItem(key)).toBeNull()
	expect(state.draft?.mine).toMatchObject({ layout: 'list' })
	expect(sentRequests('POST /rest/v1/wall_drafts')).toHaveLength(1)
})

test('on a phone an empty and a full wall cause no layout shift, and a button leads to the published wall', async () => {
	await page.viewport(360, 740)
	const state = answerWall({ items: [] })
	const screen = await openStudio()
	await page.getByText('Preview', { exact: true }).click()
	await noShift()
	await expect.poll(() => inPreview('section')[0]?.textContent).toContain('Nothing is published here yet.')
	await screen.unmount()
	Object.assign(state, answerWall())
	await openStudio()
	await page.getByText('Preview', { exact: true }).click()
	await noShift()
	await expect.poll(() => inPreview('section')[0]?.textContent).toContain('The quietest week of my life.')

	const link = page.getByRole('link', { name: 'View wall' })
	await expect.element(link).toHaveAttribute('href', `${window.location.origin}/w/${wallRow.slug}`)
	const { width, height } = link.element().getBoundingClientRect()
	expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
	await page.getByRole('switch', { name: 'Published' }).click()
	await expect.element(link).not.toBeInTheDocument()
	await page.getByRole('button', { name: 'Put it on your site' }).click()
	await expect.element(page.getByText('Shows nothing until it is published')).toBeVisible()
	await page.viewport(1280, 800)
})

test('what a colleague stored and published meanwhile is merged, and the same setting is asked about', async () => {
	const state = answerWall()
	await openStudio()
	await layout('List').click()
	await expect.element(kept('one change')).toBeVisible()
	state.wall = { ...state.wall, layout: 'grid', theme: { stars: false }, version: 2 }
	sendChange({ table: 'walls', type: 'UPDATE', record: state.wall })
	await expect
		.element(page.getByText(/^Somebody changed this wall elsewhere at the same time\. Yours is still here/))
		.toBeVisible()
	expect(document.querySelector('.ui-collisions')?.textContent).toBe('Layout elsewhere: grid')
	await page.getByRole('button', { name: 'Keep mine' }).click()
	await userEvent.click(publishButton)
	await expect.element(published).toBeVisible()
	expect(state.wall).toMatchObject({ layout: 'list', theme: { stars: false } })
})
