import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { InvitationResult, InvitedRecipient } from '#shared/mail/invitation-api.ts'
import { answer, answerRows } from '#test/support/components/answers.ts'
import { expectAccessible } from '#test/support/components/expect-accessible.ts'
import { formRow } from '#test/support/components/form-answers.ts'
import { openScreen } from '#test/support/components/open-screen.tsx'

let invited: string[]

beforeEach(async () => {
	localStorage.clear()
	await page.viewport(360, 800)
	invited = []
	answerRows('forms', [formRow])
	answerRows('invitation_templates', [])
	answer({
		'POST /rest/v1/rpc/invitation_progress': () => ({ states: {}, hourly: null, daily: null, sent_today: 0 }),
		'POST /rest/v1/rpc/known_recipients': () => [],
		'POST /functions/v1/invitation-preview': () => ({ subject: '', html: '<p></p>', text: '' }),
		'POST /rest/v1/rpc/invite_customers': async (request): Promise<InvitationResult[]> => {
			const { recipients } = (await request.json()) as { recipients: InvitedRecipient[] }
			invited = recipients.map(({ email }) => email)
			return invited.map((email, at) => ({
				position: at + 1,
				email,
				state: 'queued',
				reason: null,
				invitation_id: String(at),
			}))
		},
	})
})

const people = page.getByRole('list', { name: 'People' }).getByRole('listitem')
const optedOut = page.getByRole('button', { name: /asked not to get mails: left out/ })

async function addFile(name: string, content: string): Promise<void> {
	await page.getByText('File', { exact: true }).click()
	await expect.element(page.getByText('Drop a CSV or vCard file here')).toBeVisible()
	const input = document.querySelector<HTMLInputElement>('input[type=file]')
	if (!input) throw new Error('There is no field for a file.')
	await userEvent.upload(input, new File([content], name))
}

const customers = [
	'First Name,Last Name,Email,Accepts Email Marketing',
	'Lena,Brook,lena@customer.example,no',
	'Max,Ode,max@customer.example,yes',
	'Ann,Vale,ann@customer.example ::: ann@home.example,no',
].join('\n')

test('people who asked not to get mails are left out, counted and shown by name, and get no mail', async () => {
	await openScreen('invitations/new')
	await addFile('customers.csv', customers)
	await expect.element(optedOut).toMatchTextContent(/^2 asked not to get mails: left out$/)
	await expectAccessible()
	await optedOut.click()
	expect(people.elements()).toHaveLength(2)
	await expect.element(people.nth(0)).toMatchTextContent(/Lena Brook/)
	await expect.element(people.nth(0)).toMatchTextContent(/Asked not to get mails \(Accepts Email Marketing: no\)/)
	await expect.element(people.nth(1)).toMatchTextContent(/not to ann@home\.example/)
	await page.getByRole('button', { name: 'Send 1 invitation' }).click()
	await expect.poll(() => invited).toEqual(['max@customer.example'])
})

test('a column of refusals that is made something else says whom it would ask, until it is respected again', async () => {
	await openScreen('invitations/new')
	await addFile('customers.csv', customers)
	await page.getByLabelText('Accepts Email Marketing is').selectOptions('Left out')
	const warning = page.getByText(/2 people asked not to get mails, and would get one now/)
	await expect.element(warning).toBeVisible()
	expect(optedOut.query()).toBeNull()
	await expectAccessible()
	await page.getByRole('button', { name: 'Leave them out' }).click()
	await expect.element(optedOut).toBeVisible()
	expect(warning.query()).toBeNull()
})

test('a file of contacts is read, and those without an address are counted', async () => {
	await openScreen('invitations/new')
	const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
	await addFile(
		'contacts.vcf',
		card('FN:Lena Brook', 'EMAIL;TYPE=INTERNET:lena@customer.example') + card('FN:Max', 'TEL:1'),
	)
	await expect.element(page.getByText('1 contact without an e-mail address is left out.')).toBeVisible()
	await expect.element(people.nth(0)).toMatchTextContent(/Lena Brook/)
	expect(people.elements()).toHaveLength(1)
})
