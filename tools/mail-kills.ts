import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startSmtpServer } from '#test/fakes/smtp-server.ts'
import { queryPostgres } from '#test/support/postgres/postmaster.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'

/**
 * Kills the server while it sends invitations, starts it again and counts what arrived. Run: `node tools/mail-kills.ts --cycles 10
 * --mails 200`. Exits 1 when a mail is lost, when more are sent twice than were in progress, or with another Message-ID.
 */
const { values } = parseArgs({
	options: { cycles: { type: 'string', default: '10' }, mails: { type: 'string', default: '200' } },
})
const cycles = Number(values.cycles)
const mails = Number(values.mails)
/** Mails that a node sends at a time. */
const inProgress = 4

const smtp = await startSmtpServer()
smtp.hold = () => pause(randomInt(2, 12))
const server = await startServer({
	RATE_LIMITS: 'off',
	SMTP_URL: smtp.url,
	MAIL_AUTOCONFIRM: 'on',
	MAIL_NOTICES: 'off',
})
const space = await makeSpace(server.url)
const outcome = { cycles, mails: cycles * mails, lost: 0, twice: 0, mostTwiceInACycle: 0, otherMessageIds: 0 }
for (let cycle = 1; cycle <= cycles; cycle++) {
	smtp.received.splice(0)
	const recipients = Array.from({ length: mails }, (_, n) => ({ email: `person-${cycle}-${n}@b.example` }))
	const letter = { form_id: space.formId, recipients, subject: 'How was it?', message: 'Hello,' }
	await space.client.rpc('invite_customers', letter).throwOnError()
	const enough = randomInt(1, mails)
	while (smtp.received.length < enough) await pause(1)
	await server.kill()
	await server.restart()
	// As if the 15 minutes were over for which the killed node had taken mails.
	await queryPostgres(
		server.dataDir,
		`update private.invitation_mails set due_at = now() where sent_at is null;
		update private.invitation_queues set due_at = now(); select pg_notify('plaudit_invitations', '')`,
	)
	while ((await waiting()) > 0) await pause(50)
	count()
}
await server.stop()
await smtp.close()
console.log(JSON.stringify(outcome))
process.exit(outcome.lost + outcome.otherMessageIds > 0 || outcome.mostTwiceInACycle > inProgress ? 1 : 0)

async function waiting(): Promise<number> {
	const [row] = await queryPostgres<{ n: number }>(
		server.dataDir,
		'select count(*)::int as n from private.invitation_mails where sent_at is null',
	)
	return row?.n ?? 0
}

function count(): void {
	const ids = new Map<string, string[]>()
	for (const { to, messageId = '' } of smtp.received) {
		const address = to?.[0]?.address ?? ''
		ids.set(address, [...(ids.get(address) ?? []), messageId])
	}
	const copies = smtp.received.length - ids.size
	outcome.lost += mails - ids.size
	outcome.twice += copies
	outcome.mostTwiceInACycle = Math.max(outcome.mostTwiceInACycle, copies)
	outcome.otherMessageIds += [...ids.values()].filter((all) => new Set(all).size > 1).length
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
