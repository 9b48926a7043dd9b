import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ApiKeyRow } from '#shared/rows.ts'
import { answer, answerRows, failure, sentRequests } from '#test/support/components/answers.ts'
import { ago, day, keyRow, webhookRow } from '#test/support/components/connection-answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'
import { sendChange } from '#test/support/components/realtime.ts'

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const idle = keyRow({
	id: '52525252-5252-4252-8252-525252525252',
	name: 'Old laptop',
	scopes: null,
	created_at: ago(500 * day),
	last_used_at: ago(300 * day),
	expires_at: null,
})

/** Answers keys from memory, as the server stores them. */
function answerKeys(rows: ApiKeyRow[]) {
	const server = { rows }
	answerRows('api_keys', () => server.rows)
	answer({
		'PATCH /rest/v1/api_keys': async (request) => {
			const change = await request.json()
			const id = new URL(request.url).searchParams.get('id')?.slice('eq.'.length)
			server.rows = server.rows.map((row) => (row.id === id ? { ...row, ...change } : row))
		},
		'POST /rest/v1/rpc/revoke_api_key': async (request) => {
			const { id } = await request.json()
			server.rows = server.rows.map((row) => (row.id === id ? { ...row, revoked_at: ago(0) } : row))
		},
	})
	return server
}

beforeEach(() => page.viewport(1280, 800))

test('the heading says the state of the keys, and one that was not used for nine months is pointed out', async () => {
	const ended = keyRow({ id: '53535353-5353-4353-8353-535353535353', name: 'Autumn fair', expires_at: ago(day) })
	const server = answerKeys([keyRow(), idle, ended])
	await openScreen('space/keys')
	await expect.element(heading('Two keys, one you could do without')).toBeVisible()
	await expect
		.element(page.getByText('Reads testimonials, decides and tags, sends new ones, asks customers'))
		.toBeVisible()
	await expect.element(page.getByText('Not used for 9 months, and it may do most')).toBeVisible()
	await expect.element(page.getByText('Autumn fair')).not.toBeVisible()
	await page.getByText('1 key that ended or was revoked').click()
	await expect.element(page.getByText('Autumn fair')).toBeVisible()
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await expectAccessible()
	server.rows = [keyRow()]
	sendChange({ table: 'api_keys', type: 'UPDATE', record: server.rows[0] as object })
	await expect.element(heading('One key')).toBeVisible()
})

test('a key is revoked after a list of what stops, with its uses, and of what stays', async () => {
	answerKeys([keyRow()])
	const today = new Date().toISOString().slice(0, 10)
	answerRows('api_key_uses', [
		{ day: today, scope: 'invitations:write', uses: 40 },
		{ day: ago(3 * day).slice(0, 10), scope: 'invitations:write', uses: 1 },
	])
	answerRows('webhooks', [webhookRow({ key_id: keyRow().id })])
	await openScreen('space/keys')
	await page.getByRole('button', { name: 'Revoke Shop sync' }).click()
	const question = page.getByRole('dialog', { name: 'Revoke “Shop sync”?' })
	await expect.element(question.getByText('41 requests, last today')).toBeVisible()
	await expect.element(question.getByText(/The webhook to shop\.fernhill\.example ends/)).toBeVisible()
	await expect.element(question.getByText(/with its name in the history/)).toBeVisible()
	await expectAccessible()
	answer({ 'POST /rest/v1/rpc/revoke_api_key': () => failure(403, '42501') })
	await question.getByRole('button', { name: 'Revoke it now' }).click()
	await expect.element(question.getByText('Your role in this space does not allow that.')).toBeVisible()
	answerKeys([keyRow()])
	await question.getByRole('button', { name: 'Revoke it now' }).click()
	await expect.element(heading('No program has a key')).toBeVisible()
	await expect.element(page.getByText('The key “Shop sync” is revoked')).toBeVisible()
})

test('a key is renamed by keyboard', async () => {
	answerKeys([keyRow()])
	await openScreen('space/keys')
	await page.getByRole('button', { name: 'Rename Shop sync' }).click()
	const name = page.getByRole('dialog').getByLabelText('Name')
	await name.fill('Shop, new till')
	await userEvent.keyboard('{Enter}')
	await expect.element(page.getByText('Shop, new till', { exact: true })).toBeVisible()
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('the uses of a key are listed by scope when they are opened', async () => {
	answerKeys([keyRow()])
	answerRows('api_key_uses', [{ day: new Date().toISOString().slice(0, 10), scope: 'testimonials:read', uses: 1200 }])
	await openScreen('space/keys')
	await page.getByText(/^Uses in 28 days/).click()
	await expect.element(page.getByText('1,200 requests, last today')).toBeVisible()
})

test('an editor reads that only owners see the keys, and none is asked for', async () => {
	await openScreen('space/keys', 'editor')
	await expect.element(page.getByText(/Only owners of the space see its keys/)).toBeVisible()
	expect(await sentRequests('GET /rest/v1/api_keys')).toEqual([])
	await expect.element(page.getByRole('link', { name: 'New key' })).not.toBeInTheDocument()
})

test('a new key keeps what was typed when it is refused, is shown once, tried, and never again', async () => {
	const server = answerKeys([])
	answer({ 'POST /rest/v1/rpc/create_api_key': () => failure(422, 'PT422', 'A space has at most 50 keys.') })
	const counted = { status: 'pending', spam_state: 'clean', is_withdrawn: false, number: 40 }
	answer({ 'POST /rest/v1/rpc/testimonial_counts': () => [counted, { ...counted, status: 'approved', number: 4 }] })
	answerRows('walls', [{ id: '1' }, { id: '2' }])
	await openScreen('space/keys/new')
	await page.getByLabelText('Name').fill('Website build')
	await page.getByRole('checkbox', { name: /Read walls/ }).click()
	await expect.element(page.getByText('read testimonials, answers and tags: 44 today')).toBeVisible()
	await expect.element(page.getByText('read walls: 2 today')).toBeVisible()
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	await page.viewport(1280, 800)
	await page.getByRole('button', { name: 'Make the key' }).click()
	await expect.element(page.getByRole('alert')).toBeVisible()
	await expect.element(page.getByLabelText('Name')).toHaveValue('Website build')
	const made = { id: keyRow().id, key: `plk_${'a'.repeat(43)}` }
	answer({
		'POST /rest/v1/rpc/create_api_key': () => {
			server.rows = [keyRow({ name: 'Website build' })]
			return made
		},
		'GET /rest/v1/testimonials': () => [{ author_name: 'Beatrix' }],
	})
	await page.getByRole('button', { name: 'Make the key' }).click()
	await expect.element(heading('The key “Website build” is made')).toBeVisible()
	await expect.element(page.getByRole('textbox', { name: 'The key' })).toHaveValue(made.key)
	const [, asked] = await Promise.all((await sentRequests('POST /rest/v1/rpc/create_api_key')).map((one) => one.json()))
	expect(asked).toMatchObject({ space_id: space.id, role: 'viewer', scopes: ['testimonials:read', 'walls:read'] })
	await page.getByRole('button', { name: 'Try it here' }).click()
	await expect.element(page.getByText('[{"author_name":"Beatrix"}]')).toBeVisible()
	const tried = (await sentRequests('GET /rest/v1/testimonials')).at(-1)
	expect(tried?.headers.get('authorization')).toBe(`Bearer ${made.key}`)
	await expectAccessible()
	await page.viewport(360, 800)
	expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
	expect(window.location.search).toBe(`?made=${made.id}`)
})

test('a reload after a key was made says that it cannot be shown again', async () => {
	answerKeys([keyRow()])
	await openScreen(`space/keys/new?made=${keyRow().id}`)
	await expect.element(heading('This key cannot be shown again')).toBeVisible()
	await expect.element(page.getByText(/“Shop sync” is made, and works/)).toBeVisible()
})
