import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TagRow } from '#shared/rows.ts'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'

const [gift, present] = ['99999999-9999-4999-8999-999999999991', '99999999-9999-4999-8999-999999999992'] as const
const wall = { id: '88888888-8888-4888-8888-888888888888', name: 'Shop', selection: { tags: [gift] } }
const rows = page.getByRole('main').getByRole('listitem')
const row = (name: string) => rows.filter({ hasText: name })
const dialog = page.getByRole('dialog')

/** Answers tags from memory: gifts, which the wall selects by, and presents. */
function answerTags(tags = [tag(gift, 'Gift'), tag(present, 'Present')]) {
	const server = { tags }
	const idOf = (request: Request) => new URL(request.url).searchParams.get('id')?.replace('eq.', '')
	answerRows('tags', () => server.tags)
	answerRows('walls', [wall])
	answer({
		'POST /rest/v1/tags': async (request) => {
			server.tags = [...server.tags, await request.json()]
		},
		'PATCH /rest/v1/tags': async (request) => {
			const change = await request.json()
			server.tags = server.tags.map((one) => (one.id === idOf(request) ? { ...one, ...change } : one))
			return { id: idOf(request) }
		},
		'DELETE /rest/v1/tags': (request) => {
			server.tags = server.tags.filter(({ id }) => id !== idOf(request))
		},
		'POST /rest/v1/rpc/tag_counts': () =>
			server.tags.map(({ id, name }) => ({ tag_id: id, number: name === 'Repair' ? 0 : 2 })),
		'POST /rest/v1/rpc/merge_tags': async (request) => {
			const { tag_id } = await request.json()
			server.tags = server.tags.filter(({ id }) => id !== tag_id)
		},
	})
	return server
}
function tag(id: string, name: string): TagRow {
	return { id, space_id: space.id, name, color: 'green' }
}

beforeEach(() => page.viewport(1280, 800))

test('the first tag is made with a colour, and one without a name says what it lacks', async () => {
	const server = answerTags([])
	await openScreen('space/tags')
	await expect.element(page.getByRole('heading', { name: 'No tags yet.' })).toBeVisible()
	await page.getByRole('button', { name: 'New tag' }).click()
	await page.getByRole('button', { name: 'Make tag' }).click()
	await expect.element(page.getByText('Give the tag a name.')).toBeVisible()
	await page.getByLabelText('Name').fill('  Repair ')
	await page.getByTitle('Clay').click()
	await page.getByLabelText('Name').click()
	await userEvent.keyboard('{Enter}')
	await expect.element(page.getByRole('button', { name: 'New tag' })).toHaveFocus()
	expect(server.tags).toMatchObject([{ name: 'Repair', color: 'clay' }])
	await expect.element(row('Repair')).toMatchTextContent('0 testimonials')
})

for (const width of [360, 1280])
	test(`a taken name keeps what was typed and offers to merge, at ${width} px`, async () => {
		await page.viewport(width, 800)
		answerTags()
		await openScreen('space/tags')
		await expect.element(row('Gift')).toMatchTextContent('2 testimonials')
		await expect.element(row('Gift').getByRole('link', { name: 'Shop' })).toBeVisible()
		await page.getByRole('button', { name: 'Edit Gift' }).click()
		await expect.element(page.getByLabelText('Name')).toHaveFocus()
		await page.getByLabelText('Name').fill('present')
		await expect.element(page.getByText('A tag is called “Present”.')).toBeVisible()
		await expectAccessible()
		await page.getByRole('button', { name: 'Merge into “Present”' }).click()
		await expect.element(dialog).toMatchTextContent('2 testimonials of “Gift” get “Present”, and “Gift” goes.')
		await expect.element(dialog).toMatchTextContent('The wall “Shop” then selects by “Present”.')
		await dialog.getByRole('button', { name: 'Merge tags' }).click()
		await expect.element(page.getByRole('heading', { level: 1, name: 'Tags' })).toHaveFocus()
		await expect.element(row('Gift')).not.toBeInTheDocument()
		expect(await sentRequests('POST /rest/v1/rpc/merge_tags')[0]?.json()).toEqual({ tag_id: gift, into_id: present })
	})

test('a tag is renamed and coloured, and deleted after a dialog says what loses it', async () => {
	const server = answerTags()
	await openScreen('space/tags')
	await page.getByRole('button', { name: 'Edit Present' }).click()
	await page.getByLabelText('Name').fill('Presents')
	await page.getByTitle('Amber').click()
	await page.getByRole('button', { name: 'Save' }).click()
	await expect.element(page.getByRole('button', { name: 'Edit Presents' })).toHaveFocus()
	expect(server.tags[1]).toMatchObject({ name: 'Presents', color: 'amber' })

	await page.getByRole('button', { name: 'Edit Gift' }).click()
	await page.getByRole('button', { name: 'Delete tag' }).click()
	await expect.element(dialog).toMatchTextContent('2 testimonials lose this tag.')
	await expect.element(dialog).toMatchTextContent('The wall “Shop” selects by this tag alone')
	await expectAccessible()
	await dialog.getByRole('button', { name: 'Delete tag' }).click()
	await expect.element(row('Gift')).not.toBeInTheDocument()
	expect(server.tags.map(({ name }) => name)).toEqual(['Presents'])
})

test('viewers see the tags and change none', async () => {
	answerTags([tag(gift, 'Gift'), tag(present, 'Wholesale customers who asked for a second delivery')])
	await openScreen('space/tags', 'viewer')
	await expect.element(page.getByText('You see the tags. Owners and editors of the space change them.')).toBeVisible()
	await expect.element(rows).toHaveLength(2)
	expect(page.getByRole('button', { name: /^(Edit|New tag)/ }).elements()).toEqual([])
})
