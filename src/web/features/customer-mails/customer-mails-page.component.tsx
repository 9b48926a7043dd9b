import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CustomerMailChange, CustomerMailPreviewRequest } from '#shared/mail/customer-mails.ts'
import type { CustomerMailsOffRow, CustomerMailTextRow } from '#shared/mail-rows.ts'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { openScreen, space } from '#test/support/components/open-screen.tsx'

const words = { subject: 'Your words have arrived at {space}', body: 'Thank you, {name}.\n\n{link}' }

/** Answers the mails of the space from memory, as the server stores them. */
function answerMails() {
	const server: { texts: CustomerMailTextRow[]; off: CustomerMailsOffRow[] } = { texts: [], off: [] }
	const store = (change: CustomerMailChange) => {
		const at = ({ mail, locale }: CustomerMailTextRow) => mail === change.mail && locale === change.locale
		const { version = null } = server.texts.find(at) ?? {}
		if (version !== change.version) return Response.json({ error: { code: 'conflict' } }, { status: 409 })
		server.texts = server.texts.filter((text) => !at(text))
		return at
	}
	answerRows('customer_mail_texts', () => server.texts)
	answerRows('customer_mails_off', () => server.off)
	answerRows('invitation_templates', [{ name: 'After a visit' }])
	answer({
		'POST /functions/v1/customer-mail-preview': async (request) => {
			const { subject = words.subject, body = words.body } = (await request.json()) as CustomerMailPreviewRequest
			const fill = (text: string) => text.replaceAll('{space}', 'Bakery').replaceAll('{name}', 'Ines Castellanos')
			return { subject: fill(subject), html: `<h1>${fill(subject)}</h1><p>${fill(body)}</p>`, text: fill(body), words }
		},
		'PUT /functions/v1/customer-mail': async (request) => {
			const change = (await request.json()) as CustomerMailChange
			const refused = store(change)
			if (refused instanceof Response) return refused
			server.texts.push({ ...change, version: `${change.subject} 2`, changed_at: '2026-11-03T10:00:00Z' })
			return {}
		},
		'DELETE /functions/v1/customer-mail': async (request) => {
			const refused = store((await request.json()) as CustomerMailChange)
			return refused instanceof Response ? refused : undefined
		},
		'POST /rest/v1/customer_mails_off': async (request) => void server.off.push(await request.json()),
		'DELETE /rest/v1/customer_mails_off': () => {
			server.off = []
		},
	})
	return server
}

const subject = page.getByLabelText('Subject')
const before = page.getByRole('textbox', { name: 'Words', exact: true })
const after = page.getByLabelText('Words after the link')
const save = page.getByRole('button', { name: 'Save', exact: true })
const preview = () => page.getByTitle('The mail').element() as HTMLIFrameElement

beforeEach(async () => {
	localStorage.clear()
	await page.viewport(1280, 800)
})

for (const width of [320, 360, 1280])
	test(`an owner writes a mail, sees it arrive, and goes back to ours at ${width} px`, async () => {
		await page.viewport(width, 800)
		const server = answerMails()
		await openScreen('space/customer-mails')
		await expect.element(subject).toHaveValue(words.subject)
		await expect.element(before).toHaveValue('Thank you, {name}.')
		await subject.fill('Hello ')
		await page.getByRole('button', { name: 'Put in name' }).click()
		await expect.element(subject).toHaveValue('Hello {name}')
		await after.fill('Maren, at the wheel')
		await expect.poll(() => preview().srcdoc).toContain('Hello Ines Castellanos')
		await expectAccessible()
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
		await save.click()
		await expect.element(page.getByText(/^Your own words, since/)).toBeVisible()
		expect(server.texts).toMatchObject([
			{
				space_id: space.id,
				mail: 'received',
				locale: 'en',
				body: 'Thank you, {name}.\n\n{link}\n\nMaren, at the wheel',
			},
		])
		await page.getByRole('button', { name: 'Plaudit’s own words' }).click()
		await expect.element(subject).toHaveValue(words.subject)
		expect(server.texts).toEqual([])
	})

test('what the rules refuse is named at its field, takes the focus, and stays as it was typed', async () => {
	answerMails()
	await openScreen('space/customer-mails')
	await before.fill('Dear {nmae}, see you')
	await save.click()
	await expect.element(page.getByText(/“{nmae}” is no placeholder/)).toBeVisible()
	await expect.element(before).toHaveFocus()
	await before.fill(`x${' x'.repeat(10_000)}`)
	await expect.element(page.getByText(/This is longer than 2,000 characters/)).toBeVisible()
	await before.fill('See https://evil.example')
	await expect.element(page.getByText(/reads like a web address/)).toBeVisible()
	await expect.element(before).toHaveValue('See https://evil.example')
	expect(sentRequests('PUT /functions/v1/customer-mail')).toEqual([])
})

test('words that somebody else changed meanwhile are shown beside what was typed, which is saved only when asked', async () => {
	const server = answerMails()
	await openScreen('space/customer-mails')
	await subject.fill('Mine')
	const theirs = { space_id: space.id, mail: 'received', locale: 'en', body: 'From a colleague\n\n{link}' } as const
	server.texts = [{ ...theirs, subject: 'Theirs', version: 'theirs', changed_at: '2026-11-03T10:00:00Z' }]
	await save.click()
	await expect.element(page.getByText(/Somebody else changed this mail/)).toBeVisible()
	await expect.element(page.getByText(/From a colleague/)).toBeVisible()
	await expect.element(subject).toHaveValue('Mine')
	expect(server.texts[0]?.subject).toBe('Theirs')
	await save.click()
	await expect.poll(() => sentRequests('PUT /functions/v1/customer-mail')).toHaveLength(2)
	expect(server.texts[0]?.subject).toBe('Theirs')
	await page.getByRole('button', { name: 'Save mine instead' }).click()
	await expect.poll(() => server.texts[0]?.subject).toBe('Mine')
	await expect.element(page.getByText(/Somebody else changed/)).not.toBeInTheDocument()
})

test('what was typed outlasts another mail, another language and a reload', async () => {
	answerMails()
	const screen = await openScreen('space/customer-mails')
	await subject.fill('Typed in English')
	await page.getByText('العربية').click()
	await expect.element(subject).toHaveValue(words.subject)
	await page.getByRole('link', { name: /^Published/ }).click()
	await expect.element(page.getByRole('heading', { name: 'Published' })).toBeVisible()
	await screen.unmount()
	await openScreen('space/customer-mails')
	await expect.element(subject).toHaveValue('Typed in English')
	await page.getByRole('button', { name: 'Discard changes' }).click()
	await expect.element(subject).toHaveValue(words.subject)
})

test('a mail that is switched off says what is lost', async () => {
	const server = answerMails()
	await openScreen('space/customer-mails')
	await page.getByRole('switch', { name: 'Received' }).click()
	await expect.element(page.getByText(/Nobody gets a private link by mail/)).toBeVisible()
	await expect.poll(() => server.off).toMatchObject([{ mail: 'received' }])
	await page.getByRole('switch', { name: 'Received' }).click()
	await expect.element(page.getByText(/Nobody gets a private link by mail/)).not.toBeInTheDocument()
	await expect.poll(() => server.off).toEqual([])
})

test('a viewer reads the mails and changes none', async () => {
	answerMails()
	await openScreen('space/customer-mails', 'viewer')
	await expect.element(before).toHaveAttribute('readonly')
	await expect.element(page.getByRole('switch', { name: 'Published' })).toBeDisabled()
	await expect.element(save).not.toBeInTheDocument()
	await expect.element(page.getByText(/Only editors and owners may change them/)).toBeVisible()
})
