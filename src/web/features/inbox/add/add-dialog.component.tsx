import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LinkPreview } from '#shared/import/import-api.ts'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { answerInbox, createItem, openedName, openInbox } from '#test/support/components/inbox.ts'
import { openAgain } from '#test/support/components/open-again.tsx'
import { space } from '#test/support/components/open-screen.tsx'
import { pictureFile } from '#test/support/components/picture-file.ts'

const words = 'We ordered six and got six that know each other. <b>My husband</b> says the big one is his.'
const route = 'POST /functions/v1/testimonial'
const dialog = page.getByRole('dialog', { name: 'Add a testimonial' })
const body = dialog.getByLabelText('Their words, exactly')
const name = dialog.getByLabelText('Name', { exact: true })
const add = dialog.getByRole('button', { name: 'Add testimonial' })
const nothing: Omit<LinkPreview, 'url'> = {
	title: null,
	text: null,
	name: null,
	rating: null,
	said_on: null,
	picture: null,
	portrait: null,
	site: null,
}
const sentForms = () => Promise.all(sentRequests(route).map((request) => request.formData()))

test('every field is sent, a reload keeps what was typed, and a refused field has the focus and its reason', async () => {
	const gift = { id: '55555555-5555-4555-8555-555555555555', space_id: space.id, name: 'Gift', color: 'green' as const }
	const tables = answerInbox([], { tags: [gift] })
	await openInbox()
	await page.getByRole('button', { name: 'Add a testimonial' }).first().click()
	await expect.element(body).toHaveFocus()
	await add.click()
	await expect.element(dialog.getByText('Paste what was said.')).toBeVisible()
	await expect.element(dialog.getByText('Who said it?')).toBeVisible()
	await expect.element(body).toHaveFocus()
	expect(sentRequests(route)).toEqual([])

	await body.fill(words)
	await name.fill('Konstantína Papadopoulou-Whitfield')
	await dialog.getByLabelText('Their title').fill('Late, and worth it')
	await dialog.getByLabelText('Title', { exact: true }).fill('Baker')
	await dialog.getByLabelText('Company').fill('Night Oven')
	await dialog.getByLabelText('Website').fill('javascript:alert(1)')
	await dialog.getByRole('radio', { name: '4 stars' }).click({ force: true })
	await dialog.getByLabelText('Where it comes from').fill('A card with the order')
	await dialog.getByLabelText('Link to it').fill('https://social.example/p/1')
	await dialog.getByLabelText('When it was said').fill('2024-02-29')
	await userEvent.selectOptions(dialog.getByLabelText('Language'), 'el')
	await dialog.getByRole('checkbox', { name: 'Gift' }).click()
	await dialog.getByPlaceholder('New tag').fill('Six')
	await userEvent.keyboard('{Enter}')
	await expect.element(dialog.getByRole('checkbox', { name: 'Six' })).toBeChecked()
	await dialog.getByRole('checkbox', { name: /They agreed that I may publish/ }).click()
	await dialog.getByLabelText('Portrait optional').upload(await pictureFile('me.jpg', 60))
	await dialog.getByLabelText('Picture optional').upload(await pictureFile('it.jpg', 90))
	await expect.element(dialog.getByText(/these words and pictures with their name/)).toBeVisible()
	const pictures = () => dialog.element().querySelectorAll('img')
	await expect.poll(pictures).toHaveLength(2)
	await expectAccessible()

	await openAgain()
	await expect.poll(pictures).toHaveLength(2)
	await expect.element(body).toHaveValue(words)
	await expect.element(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
	await expect.element(dialog.getByLabelText('Language')).toHaveValue('el')
	await expect.element(dialog.getByRole('checkbox', { name: 'Six' })).toBeChecked()

	const fields = { url: 'Write the whole address, beginning with https://.' }
	answer({
		[route]: () => Response.json({ error: { message: 'Some fields need your attention.', fields } }, { status: 422 }),
	})
	await add.click()
	await expect.element(dialog.getByText(/^Write the whole address/)).toBeVisible()
	await expect.element(dialog.getByLabelText('Website')).toHaveFocus()
	await dialog.getByLabelText('Website').fill('https://night-oven.example')
	answer({
		[route]: async (request) => {
			const form = await request.formData()
			const text = (field: string) => String(form.get(field))
			tables.testimonials.push(createItem(1, { id: text('id'), author_name: text('name'), body: text('body') }))
			return { id: text('id') }
		},
	})
	await add.click()
	await expect.element(dialog).not.toBeInTheDocument()
	await expect.element(openedName).toHaveTextContent('Konstantína Papadopoulou-Whitfield')
	expect(document.querySelector('.inbox-hero')?.textContent).toBe(words)
	const form = (await sentForms()).at(-1)
	const { photo, avatar, ...values } = Object.fromEntries(form ?? [])
	expect([photo, avatar]).toEqual([expect.any(File), expect.any(File)])
	expect(values).toEqual({
		space_id: space.id,
		id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		body: words,
		rating: '4',
		name: 'Konstantína Papadopoulou-Whitfield',
		headline: 'Late, and worth it',
		title: 'Baker',
		company: 'Night Oven',
		url: 'https://night-oven.example',
		origin: 'A card with the order',
		source_url: 'https://social.example/p/1',
		said_on: '2024-02-29',
		locale: 'el',
		may_publish: 'yes',
		tags: tables.tags.map(({ id }) => id).join(),
	})
	await page.getByRole('button', { name: 'Add a testimonial' }).first().click()
	await expect.element(body).toHaveValue('')
	expect(pictures()).toHaveLength(0)
})

test('the dialog fits a phone, is filled and closed by keyboard, and a second attempt sends the same id', async () => {
	await page.viewport(360, 740)
	onTestFinished(() => page.viewport(1280, 800))
	answerInbox([])
	await openInbox('?add=true')
	await body.fill('قول قصير')
	await name.fill('ليلى')
	const box = dialog.element()
	expect(box.getBoundingClientRect().width).toBeLessThanOrEqual(360)
	expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
	await expectAccessible()
	const one = dialog.getByRole('radio', { name: '1 star', exact: true })
	;(one.element() as HTMLElement).focus()
	await userEvent.keyboard('{ArrowRight}')
	await expect.element(dialog.getByRole('radio', { name: '2 stars' })).toBeChecked()
	await dialog.getByRole('button', { name: 'No rating' }).click()
	await expect.element(dialog.getByText('None chosen: walls show no stars.')).toBeVisible()
	await userEvent.keyboard('{Escape}')
	await expect.element(dialog).not.toBeInTheDocument()
	expect(window.location.search).not.toContain('add')
	await page.getByRole('button', { name: 'Add a testimonial' }).first().click()
	await expect.element(name).toHaveValue('ليلى')

	// The server added it, and its answer was lost on the way.
	answer({
		[route]: () => {
			throw new TypeError('Failed to fetch')
		},
	})
	await add.click()
	await expect.element(dialog.getByText('The server cannot be reached.', { exact: false })).toBeVisible()
	answer({ [route]: () => ({}) })
	await add.click()
	await expect.element(dialog).not.toBeInTheDocument()
	const ids = (await sentForms()).map((form) => [form.get('id'), form.get('rating')])
	expect(ids).toHaveLength(2)
	expect(ids[1]).toEqual(ids[0])
	expect(ids[0]?.[1]).toBe('')
})

test('a page that was read fills the empty fields alone, and one without words keeps its link', async () => {
	answerInbox([])
	await openInbox('?add=true')
	const url = dialog.getByLabelText('From a page')
	const preview = 'POST /functions/v1/link-preview'
	answer({
		[preview]: () => ({ ...nothing, url: 'https://shop.example/empty', title: 'A shop' }) satisfies LinkPreview,
	})
	await url.fill('https://shop.example/empty')
	await dialog.getByRole('button', { name: 'Read it' }).click()
	await expect
		.element(dialog.getByText(/^“A shop” gives no words that can be read here\. The link is kept/))
		.toBeVisible()
	await expect.element(dialog.getByLabelText('Link to it')).toHaveValue('https://shop.example/empty')
	await name.fill('Ines D.')
	const read = { text: 'The handle sits right.', name: 'Ines Duarte', rating: 5, said_on: '2025-03-14' }
	answer({
		[preview]: () => ({ ...nothing, url: 'https://shop.example/p/1', title: 'Praise', ...read }) satisfies LinkPreview,
	})
	await url.fill('https://shop.example/p/1')
	await userEvent.keyboard('{Enter}')
	await expect.element(dialog.getByText(/gave the words, the stars,? and the date\./)).toBeVisible()
	await expect.element(body).toHaveValue('The handle sits right.')
	// Escape keeps the typed words.
	await expect.element(name).toHaveValue('Ines D.')
	await expect.element(dialog.getByLabelText('When it was said')).toHaveValue('2025-03-14')
	await expect.element(dialog.getByLabelText('Link to it')).toHaveValue('https://shop.example/p/1')
	await expectAccessible()
	expect(sentRequests(route)).toEqual([])
})
