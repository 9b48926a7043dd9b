import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SpaceRow } from '#shared/rows.ts'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { holdAnswer } from '#test/support/components/hold-answer.ts'
import { openScreen, person, space } from '#test/support/components/open-screen.tsx'

const name = page.getByLabelText('Name', { exact: true })
const save = page.getByRole('button', { name: 'Save', exact: true })
const conflict = page.getByText('The name elsewhere: Theirs')

/** A space on the server, which a test changes as another owner would. */
function answerSpace() {
	const server: { row: SpaceRow } = { row: space }
	answerRows('spaces', () => [server.row])
	answer({
		'PATCH /rest/v1/spaces': async (request) => {
			server.row = { ...server.row, ...(await request.json()) }
			return [{ id: space.id }]
		},
	})
	return server
}

/** Memberships follow the space of the server from here on. */
const followSpace = (server: { row: SpaceRow }) =>
	answerRows('space_members', () => [
		{ role: 'owner', space: server.row, space_id: space.id, user_id: person.id, created_at: space.created_at },
	])

async function open() {
	const server = answerSpace()
	await openScreen('space')
	followSpace(server)
	await name.findElement()
	return server
}

beforeEach(() => page.viewport(1280, 800))

test('a colour that is hard to read says how it is printed, and is saved without the rest', async () => {
	const server = await open()
	await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ff7a1a')
	await expect.element(page.getByText(/^So that everybody can read it/)).toBeVisible()
	await page.getByRole('button', { name: 'Save colour' }).click()
	await expect.element(page.getByText('Colour saved')).toBeVisible()
	expect(server.row).toMatchObject({ name: space.name, brand: { color: '#ff7a1a' } })
})

test('a name that another owner changed meanwhile is a choice, and nothing is written before it', async () => {
	const server = await open()
	await name.fill('Mine')
	server.row = { ...server.row, name: 'Theirs' }
	await save.click()
	await expect.element(page.getByText(/^Somebody changed this space elsewhere/)).toBeVisible()
	await expect.element(conflict).toBeVisible()
	await expect.element(name).toHaveValue('Mine')
	expect(sentRequests('PATCH /rest/v1/spaces')).toEqual([])
	await expectAccessible()
	await page.getByRole('button', { name: 'Take theirs' }).click()
	await expect.element(name).toHaveValue('Theirs')
	await name.fill('Mine, again ')
	await save.click()
	await expect.element(page.getByText('Space saved')).toBeVisible()
	await expect.element(conflict).not.toBeInTheDocument()
	expect(server.row.name).toBe('Mine, again')
})

test('a name typed while another one is being saved stays, and no conflict is reported', async () => {
	await open()
	const saving = holdAnswer('PATCH /rest/v1/spaces')
	await name.fill('Northlight')
	await save.click()
	await saving.given
	await name.fill('Northlight Glass')
	await saving.letGo()
	await expect.element(page.getByText('Space saved')).toBeVisible()
	await expect.element(page.getByRole('button', { name: 'Space: Northlight', exact: true })).toBeVisible()
	await expect.element(name).toHaveValue('Northlight Glass')
	await expect.element(page.getByText(/Somebody changed/)).not.toBeInTheDocument()
})

test('a name stays in its field while the server cannot be reached', async () => {
	await open()
	answer({ 'PATCH /rest/v1/spaces': () => Promise.reject(new TypeError('Failed to fetch')) })
	await name.fill('Skerry Kayaks')
	await save.click()
	await expect
		.element(page.getByText('The server cannot be reached. Check your connection and try again.'))
		.toBeVisible()
	await expect.element(name).toHaveValue('Skerry Kayaks')
})
