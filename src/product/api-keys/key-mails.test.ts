import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runQuery, service } from '#product/run-query.ts'
import { type SmtpServer, startSmtpServer } from '#test/fakes/smtp-server.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'
import { tellEndingKeys } from './queries.ts'

let server: SmtpServer
let app: TestApp
let owner: Person
let second: Person
let space: string

beforeAll(async () => {
	server = await startSmtpServer()
	app = await createTestApp({ SMTP_URL: server.url, MAIL_AUTOCONFIRM: 'on', MAIL_NOTICES: 'off' })
})
beforeEach(async () => {
	server.received.length = 0
	owner = await app.person()
	second = await app.person()
	space = (await createOwnSpace(owner.client, { name: 'Fernhill' })).space_id
	await join(second, 'owner')
	await join(await app.person(), 'editor')
})
afterAll(async () => {
	await app.close()
	await server.close()
})

const join = ({ id }: Person, role: string) =>
	app.sql('insert into public.space_members (space_id, user_id, role) values ($1, $2, $3)', [space, id, role])
async function makeKey(days: number | null, by = owner): Promise<string> {
	const expires_at = days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString()
	const asked = { space_id: space, name: 'Shop', role: 'editor', expires_at }
	return (await by.client.rpc('create_api_key', asked).throwOnError()).data.id
}
const made = (id: string, ago: string) =>
	app.sql('update public.api_keys set created_at = now() - $2::interval where id = $1', [id, ago])
async function look() {
	await runQuery(app.deps.db, service, tellEndingKeys())
	await runDueJobs(app.deps)
	return server.received.map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`).sort()
}

it('each owner gets one mail 14 days before a key ends, in their language, with the link to the keys', async () => {
	await app.sql(`update public.profiles set locale = 'de' where id = $1`, [second.id])
	await app.sql(`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"locale": "de"}' where id = $1`, [
		second.id,
	])
	const id = await makeKey(13)
	await made(id, '90 days')
	await made(await makeKey(15), '90 days')
	await made(await makeKey(null), '90 days')
	const mails = await look()
	expect(mails).toEqual([
		expect.stringContaining(`${owner.email}: The key “Shop” of Fernhill ends on `),
		expect.stringContaining(`${second.email}: Der Schlüssel „Shop“ von Fernhill endet am `),
	])
	expect(server.received[0]?.text).toContain('http://localhost:3000/dashboard/space/keys')
	expect(await look()).toEqual(mails)
})

it('no mail is about a key that was made for fewer days, or that is revoked before the mail leaves', async () => {
	await makeKey(7)
	const id = await makeKey(10)
	await made(id, '90 days')
	await runQuery(app.deps.db, service, tellEndingKeys())
	await app.sql('update public.api_keys set revoked_at = now() where id = $1', [id])
	// The worker may have been faster than the revocation.
	await runDueJobs(app.deps)
	expect(server.received.filter(({ subject }) => subject?.includes('revoked'))).toEqual([])
	expect(await app.sql('select from public.api_keys where is_end_told and space_id = $1', [space])).toHaveLength(2)
})

it.each(['demoted', 'removed'])(
	'keys of an owner who is %s are revoked, and the other owners are told',
	async (way) => {
		const id = await makeKey(null, second)
		const theirs = app.sql(
			way === 'demoted'
				? `update public.space_members set role = 'editor' where space_id = $1 and user_id = $2`
				: 'delete from public.space_members where space_id = $1 and user_id = $2',
			[space, second.id],
		)
		await theirs
		await runDueJobs(app.deps)
		expect(server.received.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
			[owner.email, 'The key “Shop” of Fernhill was revoked'],
		])
		const history = await app.sql(
			`select actor, detail from public.space_events where space_id = $1 and kind = 'key_revoked'`,
			[space],
		)
		expect(history).toEqual([{ actor: null, detail: { key: id, name: 'Shop', reason: 'maker' } }])
	},
)

it('a space with keys can be deleted, and tells no owner about them', async () => {
	await makeKey(null)
	await app.sql('delete from public.spaces where id = $1', [space])
	await runDueJobs(app.deps)
	expect(server.received).toEqual([])
	expect(await app.sql('select from public.api_keys where space_id = $1', [space])).toEqual([])
})
