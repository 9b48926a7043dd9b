import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, sentRequests } from '#test/support/components/answers.ts'
import { openForm, sentFields, takeSubmissions } from '#test/support/components/public/open-form.ts'

const body = page.getByRole('textbox', { name: 'Your words' })
const send = page.getByRole('button', { name: 'Send', exact: true })
const refuse = (status: number, error: object, headers = {}) =>
	answer({ 'POST /functions/v1/submit': () => Response.json({ error }, { status, headers }) })
const lose = () => {
	throw new TypeError('Failed to fetch')
}

async function fill() {
	await openForm()
	await body.fill('They sing.')
	await page.getByRole('textbox', { name: 'Name' }).fill('Ines Okafor')
}

test('a submission whose response was lost is repeated under its key, with the words of the first try', async () => {
	await fill()
	answer({ 'POST /functions/v1/submit': lose })
	await send.click()
	await expect.element(page.getByText(/^It could not be sent just now/)).toBeVisible()
	// The text was edited since: the first submission stands, and its words are shown.
	await body.fill('They sing. And more.')
	answer({
		'POST /functions/v1/submit': async (request) => {
			const text = (await request.formData()).get('body')
			return text === 'They sing.'
				? Response.json({ receipt_url: `${window.location.origin}/t/token` }, { status: 201 })
				: Response.json({ error: { code: 'idempotency_conflict' } }, { status: 409 })
		},
	})
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Thank you, Ines\./)
	await expect.element(page.getByText('They sing.', { exact: true })).toBeVisible()
	const keys = sentRequests('POST /functions/v1/submit').map(({ headers }) => headers.get('idempotency-key'))
	expect(keys).toHaveLength(3)
	expect(new Set(keys).size).toBe(1)
})

test('where the key belongs to another text, one of another tab, the words are sent under a new key', async () => {
	await fill()
	let first: string | null = null
	answer({
		'POST /functions/v1/submit': (request) => {
			first ??= request.headers.get('idempotency-key')
			return request.headers.get('idempotency-key') === first
				? Response.json({ error: { code: 'idempotency_conflict' } }, { status: 409 })
				: Response.json({ receipt_url: `${window.location.origin}/t/token` }, { status: 201 })
		},
	})
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Thank you, Ines\./)
	expect(await sentFields()).toMatchObject({ body: 'They sing.' })
})

test('a refusal is said in words, and nothing typed is lost', async () => {
	await fill()
	for (const [status, code, sentence] of [
		[429, 'rate_limited', /Press Send again in 15 seconds/],
		[404, 'form_closed', /closed/i],
		[500, 'internal', /^It could not be sent/],
	] as const) {
		refuse(status, { code }, { 'retry-after': '15' })
		await send.click()
		await expect.element(page.getByRole('alert')).toMatchTextContent(sentence)
		await expect.element(body).toHaveValue('They sing.')
	}
	refuse(422, { code: 'invalid', fields: { email: 'No.', answer_nowhere: 'No.' } })
	await send.click()
	await expect.element(page.getByRole('alert')).toMatchTextContent(/This form has changed/)
	takeSubmissions()
	await send.click()
	await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Thank you, Ines\./)
})

test('a task of a busy form whose solver cannot be loaded costs no word', async () => {
	await fill()
	refuse(429, { code: 'busy', solver: '/nowhere/solve.js', challenge: {} })
	await send.click()
	await expect.element(page.getByText(/^It could not be sent just now/)).toBeVisible()
	await expect.element(body).toHaveValue('They sing.')
})
