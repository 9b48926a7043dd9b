import { expect, test } from '#e2e/support/mail-fixtures.ts'
import { openSignedIn } from '#e2e/support/session.ts'
import { startSmtpServer } from '#test/fakes/smtp-server.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'

test('a server that is killed with fifty invitations in its queue sends each of them after its restart', async ({
	page,
}) => {
	const smtp = await startSmtpServer()
	const server = await startServer({ SMTP_URL: smtp.url, MAIL_AUTOCONFIRM: 'on', RATE_LIMITS: 'off' })
	try {
		const space = await makeSpace(server.url)
		const rows = Array.from({ length: 50 }, (_, n) => `Person ${n} <person-${n}@killed.example>`).join(', ')
		const held: (() => void)[] = []
		smtp.hold = () => new Promise<void>((resolve) => held.push(resolve))
		await openSignedIn(page, server.url, space, 'invitations/new')
		await page.getByLabel('Names and addresses').fill(rows)
		await page.getByRole('button', { name: 'Add these people' }).click()
		await page.getByRole('button', { name: 'Send 50 invitations' }).click()
		await page.getByRole('link', { name: 'See the invitations' }).click()
		await expect(page.getByRole('img', { name: '50 invitations: 50 queued' })).toBeVisible()
		await expect.poll(() => held.length).toBe(4)
		await server.kill()
		await page.getByLabel('Find in invitations').fill('person-49')
		await expect(page.getByText('Live updates are interrupted. Trying again.')).toBeVisible()
		smtp.hold = async () => {}
		for (const release of held) release()
		await expect.poll(() => smtp.received.length).toBe(4)

		await server.restart()
		// The killed node had taken eight of them for fifteen minutes.
		const sent = async () =>
			(await space.client.from('invitations').select('id').eq('state', 'sent').throwOnError()).data.length
		await expect.poll(sent).toBe(42)
		expect(smtp.received).toHaveLength(46)
		await plaudit(server, [
			'sql',
			'-c',
			`update private.invitation_mails set due_at = now() where sent_at is null and kind = 'invitation'; update private.invitation_queues set due_at = now()`,
		])
		await expect.poll(sent).toBe(50)
		expect(smtp.received).toHaveLength(54)
		const recipients = smtp.received.map(({ to }) => to?.[0]?.address)
		expect(new Set(recipients).size).toBe(50)
		// Four were handed over as the server was killed: their second copy has the same Message-ID.
		expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(50)
		await page.getByLabel('Find in invitations').fill('')
		await expect(page.getByRole('img', { name: '50 invitations: 50 sent, not opened' })).toBeVisible()
	} finally {
		await server.stop()
		await smtp.close()
	}
})

test('while the mail server is away the screen says so, and each mail arrives once it is back', async ({ page }) => {
	const away = await startSmtpServer()
	await away.close()
	const server = await startServer({ SMTP_URL: away.url, MAIL_AUTOCONFIRM: 'on', RATE_LIMITS: 'off' })
	try {
		const space = await makeSpace(server.url)
		await openSignedIn(page, server.url, space, 'invitations')
		await expect(page.getByText('Most people say nothing because nobody asked.')).toBeVisible()
		const recipients = Array.from({ length: 5 }, (_, n) => ({ email: `person-${n}@away.example` }))
		const letter = { subject: 'How was it?', message: 'Hello,', remind_after_days: null }
		await space.client.rpc('invite_customers', { form_id: space.formId, recipients, ...letter }).throwOnError()
		await expect(page.getByText('5 invitations wait. 5 could not be handed to the mail server yet;')).toBeVisible()
		const back = await startSmtpServer(Number(new URL(away.url).port))
		await plaudit(server, [
			'sql',
			'-c',
			`update private.invitation_mails set due_at = now(); update private.invitation_queues set due_at = now()`,
		])
		await expect(page.getByRole('img', { name: '5 invitations: 5 sent, not opened' })).toBeVisible()
		await expect(page.getByText('could not be handed to the mail server')).toBeHidden()
		expect(back.received).toHaveLength(5)
		await back.close()
	} finally {
		await server.stop()
	}
})
