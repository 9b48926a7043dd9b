import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { InvitationPreviewRequest, InvitationResult, InvitedRecipient } from '#shared/mail/invitation-api.ts'
import { answer, answerRows, sentRequests } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { formRow } from '#test/support/components/form-answers.ts'
import { holdAnswer } from '#test/support/components/hold-answer.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

const people = page.getByRole('list', { name: 'People' }).getByRole('listitem')
const person = (text: string) => people.filter({ hasText: text })
const preview = () => page.getByTitle('The mail').element() as HTMLIFrameElement
const subject = page.getByLabelText('Subject')

/** Answers the composer; addresses that were asked are known from then on. */
function answerComposer() {
	const asked = new Set<string>()
	answerRows('forms', [formRow])
	answer({
		'POST /rest/v1/rpc/invitation_progress': () => ({
			states: {},
			sent_this_hour: 0,
			sent_today: 0,
			hourly: null,
			daily: null,
			next_at: null,
			put_off: 0,
		}),
		'POST /rest/v1/rpc/known_recipients': async (request) => {
			const { emails } = (await request.json()) as { emails: string[] }
			return emails
				.filter((email) => asked.has(email))
				.map((email) => ({ email, reason: 'asked before', at: new Date().toISOString() }))
		},
		'POST /rest/v1/rpc/invite_customers': async (request): Promise<InvitationResult[]> => {
			const { recipients } = (await request.json()) as { recipients: InvitedRecipient[] }
			return recipients.map(({ email }, at) => {
				asked.add(email)
				return { position: at + 1, email, state: 'queued', reason: null, invitation_id: String(at) }
			})
		},
		'POST /functions/v1/invitation-preview': async (request) => {
			const { subject, message, recipient } = (await request.json()) as InvitationPreviewRequest
			const fill = (text: string) => text.replaceAll('{space}', 'Bakery').replaceAll('{name}', recipient.name ?? '')
			return {
				subject: fill(subject),
				html: `<h1>${fill(subject)}</h1><p>${fill(message)}</p>`,
				text: `${fill(message)}\n\nDo not ask me again`,
			}
		},
	})
}

async function addFile(name: string, content: BlobPart): Promise<void> {
	await page.getByText('File', { exact: true }).click()
	const input = document.querySelector<HTMLInputElement>('input[type=file]')
	if (!input) throw new Error('There is no field for a file.')
	await userEvent.upload(input, new File([content], name, { type: 'text/csv' }))
}

async function paste(text: string): Promise<void> {
	const field = page.getByLabelText('Names and addresses')
	await field.click()
	const clipboardData = new DataTransfer()
	clipboardData.setData('text/plain', text)
	field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** A text in the encoding of old spreadsheet programs. */
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

beforeEach(async () => {
	await page.viewport(1280, 800)
	answerComposer()
})

for (const width of [360, 1280])
	test(`customers of a CSV file are checked, mended and sent once at ${width} px`, async () => {
		await page.viewport(width, 800)
		await openScreen('invitations/new')
		await addFile(
			'customers.csv',
			latin1(
				'Kunde;E-Mail;Gekauft\r\n"Müller; Jürgen";juergen@w.example;Eulenkurs\r\nTomasz Wieczorek;tomasz@bakery;\r\nSalma;salma@w.example;\r\nSalma al-Khatib;SALMA@w.example;\r\n',
			),
		)
		await expect.element(page.getByText(/^4 rows from/)).toMatchTextContent('4 rows from customers.csv')
		await expect.element(page.getByLabelText('Gekauft is')).toHaveValue('note')
		await expect.element(person('Müller; Jürgen')).toMatchTextContent('Will be sent')
		await expect.element(person('Salma al-Khatib')).toMatchTextContent('Twice in the list, also in row 3')
		await expect.element(person('Tomasz')).toMatchTextContent('the part after @ has no ending')
		await expectAccessible()
		await page.getByRole('button', { name: '1 needs mending' }).click()
		await expect.element(people).toHaveLength(1)
		await page.getByLabelText('E-mail of Tomasz Wieczorek').fill('tomasz@bakery.example')
		await expect.element(person('Tomasz')).toMatchTextContent('Will be sent')
		await subject.fill('How was your time at ')
		await page.getByRole('button', { name: 'Put in space' }).click()
		await expect.element(subject).toHaveValue('How was your time at {space}')
		await expect.poll(() => preview().srcdoc).toContain('How was your time at Bakery')
		await page.getByText('Text', { exact: true }).click()
		await expect.poll(() => document.querySelector('.ui-mail-text')?.textContent).toContain('Do not ask me again')
		expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)

		await page.getByRole('button', { name: 'Send 3 invitations' }).dblClick()
		await expect.element(page.getByRole('heading', { name: '3 invitations are on the way.' })).toBeVisible()
		await expectAccessible()
		const sent = sentRequests('POST /rest/v1/rpc/invite_customers')
		expect(sent).toHaveLength(1)
		expect(await sent[0]?.json()).toMatchObject({
			subject: 'How was your time at {space}',
			recipients: [
				{ name: 'Müller; Jürgen', email: 'juergen@w.example', note: 'Eulenkurs' },
				{ name: 'Tomasz Wieczorek', email: 'tomasz@bakery.example' },
				{ name: 'Salma', email: 'salma@w.example' },
			],
		})
	})

test('a pasted list and typed words outlast a reload, and a person asked before is named before sending', async () => {
	const screen = await openScreen('invitations/new')
	await paste('Rosalind Quartermaine <rosalind@p.example>, "al-Khatib, Salma" <salma@p.example>')
	await expect.element(page.getByText(/2 rows pasted/)).toBeVisible()
	await page.getByLabelText('Your words').fill('Hello {name}, how did it go?')
	await page.getByRole('button', { name: 'Add more people' }).click()
	await page.getByText('Type', { exact: true }).click()
	const name = page.getByLabelText('Name', { exact: true })
	const email = page.getByLabelText('E-mail', { exact: true })
	await name.fill('ليلى الحسيني')
	await email.fill('leila@')
	await userEvent.keyboard('{Enter}')
	await expect.element(page.getByText(/nothing stands after the @/)).toBeVisible()
	await email.fill('leila@p.example')
	await expect.element(page.getByText('Kept as a draft in this browser')).toBeVisible()

	await screen.unmount()
	await openScreen('invitations/new')
	await expect.element(person('Salma al-Khatib')).toMatchTextContent('Will be sent')
	await expect.element(page.getByLabelText('Your words')).toHaveValue('Hello {name}, how did it go?')
	await expect.element(name).toHaveValue('ليلى الحسيني')
	await email.click()
	await userEvent.keyboard('{Enter}')
	await expect.element(name).toHaveFocus()
	await expect.element(person('ليلى الحسيني')).toMatchTextContent('Will be sent')
	await page.getByRole('button', { name: 'Send 3 invitations' }).click()
	await expect.element(page.getByRole('heading', { name: '3 invitations are on the way.' })).toHaveFocus()
	await page.getByRole('button', { name: 'Ask others' }).click()

	expect(people.elements()).toEqual([])
	await page.getByText('Paste', { exact: true }).click()
	await paste('rosalind@p.example\nnew@p.example')
	await expect.element(person('rosalind@p.example')).toMatchTextContent('Asked before, today')
	await expect.element(page.getByRole('button', { name: 'Send 1 invitation', exact: true })).toBeEnabled()
})

test('a list that was sent while its answer was lost is kept, and says who was asked', async () => {
	await openScreen('invitations/new')
	// Who was asked before is answered before the list is sent, and that answer arrives after it.
	const asking = holdAnswer('POST /rest/v1/rpc/known_recipients')
	await page.getByLabelText('Names and addresses').fill('once@lost.example')
	await page.getByRole('button', { name: 'Add these people' }).click()
	await asking.given
	const sending = holdAnswer('POST /rest/v1/rpc/invite_customers', 'lost')
	await page.getByRole('button', { name: 'Send 1 invitation' }).click()
	await sending.given
	await asking.letGo()
	const alert = page.getByRole('alert').filter({ hasText: 'Your list and your words are still here.' })
	await expect.element(alert).toMatchTextContent('The server cannot be reached')
	await expect.element(person('once@lost.example')).toMatchTextContent('Asked before, today')
	await expect.element(page.getByRole('button', { name: 'Send invitations' })).toBeDisabled()
})

test('ten thousand rows are read, mended and sent', async () => {
	const rows = Array.from({ length: 10_000 }, (_, at) => `Person ${at},person${at}@many.example`)
	rows[9_998] = 'Broken,broken@many'
	await openScreen('invitations/new')
	await addFile('many.csv', `name,email\n${rows.join('\n')}`)
	await expect.element(page.getByText('Page 1 of 200')).toBeVisible()
	await expect.element(people).toHaveLength(50)
	await page.getByRole('button', { name: '1 needs mending' }).click()
	await page.getByLabelText('E-mail of Broken').click()
	await userEvent.keyboard('{End}.example')
	await expect.element(person('Broken')).toMatchTextContent('Will be sent')
	await page.getByRole('button', { name: 'Send 10,000 invitations' }).click()
	await expect.element(page.getByRole('heading', { name: '10,000 invitations are on the way.' })).toBeVisible()
	expect(sentRequests('POST /rest/v1/rpc/invite_customers')).toHaveLength(10)
})

test('a viewer may invite nobody', async () => {
	await openScreen('invitations/new', 'viewer')
	await expect.element(page.getByText('Only owners and editors may invite.')).toBeVisible()
})
