import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InstanceAction, InstanceReport } from '#shared/instance/instance-report.ts'
import { createOperator } from '#test/support/create-operator.ts'
import { freePort } from '#test/support/http/free-port.ts'
import { lastMailTo } from '#test/support/outbox.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let operator: Awaited<ReturnType<TestApp['person']>>
let owner: Awaited<ReturnType<TestApp['person']>>
let space: string

beforeAll(async () => {
	app = await createTestApp({ OPERATORS: 'Operator@example.test, gone@example.test, with-factor@example.test' })
	operator = await createOperator(app)
	owner = await app.person('owner')
	const { data } = await owner.client.rpc('create_space', { name: 'Fernhill', slug: 'fernhill-limits' }).throwOnError()
	space = data.space_id
})
afterAll(() => app.close())

const path = '/functions/v1/instance'
const read = async (token?: string, query = '') => {
	const headers = token ? { authorization: `Bearer ${token}` } : { apikey: app.deps.keys.anonKey }
	const answer = await app.fetch(`${app.url}${path}${query}`, { headers })
	return { status: answer.status, body: (await answer.json()) as InstanceReport & { error?: { code: string } } }
}
const act = async (token: string | undefined, action: InstanceAction | Record<string, unknown>) => {
	const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
	const answer = await app.fetch(`${app.url}${path}`, { method: 'POST', headers, body: JSON.stringify(action) })
	return { status: answer.status, body: (await answer.json()) as { error?: { code: string } } }
}
const limits = (most_bytes: number | null, most_testimonials: number | null) =>
	act(operator.token, { action: 'set_limits', space, most_bytes, most_testimonials })
const addByHand = async () => {
	const form = new FormData()
	const words = {
		space_id: space,
		id: randomUUID(),
		body: 'A calm place.',
		name: 'Ines',
		origin: 'a letter',
		may_publish: 'yes',
	}
	for (const [name, value] of Object.entries(words)) form.set(name, value)
	const answer = await app.fetch(`${app.url}/functions/v1/testimonial`, {
		method: 'POST',
		headers: { authorization: `Bearer ${owner.token}` },
		body: form,
	})
	return { status: answer.status, body: (await answer.json()) as { error?: { code: string; message: string } } }
}

it('anonymous callers, strangers and owners of spaces are refused as at an address that does not exist', async () => {
	const unknown = await app.fetch(`${app.url}/functions/v1/nothing`, {
		headers: { authorization: `Bearer ${owner.token}` },
	})
	expect((await read()).status).toBe(401)
	expect((await act(undefined, { action: 'retry_job', id: '1' })).status).toBe(401)
	for (const { token } of [owner, await app.person('stranger')]) {
		const answers = [
			await read(token),
			await read(token, '?report'),
			await act(token, { action: 'set_limits', space, most_bytes: 1, most_testimonials: 1 }),
			await act(token, { action: 'try_restore' }),
		]
		for (const { status, body } of answers) expect([status, body.error?.code]).toEqual([unknown.status, 'not_found'])
	}
	expect(await asOwner(app.database, 'select from private.space_limits')).toEqual([])
})

it('an account whose address is not confirmed, or is no longer that of an operator, is refused at once', async () => {
	const { id, token } = await createOperator(app, 'gone')
	expect((await read(token)).status).toBe(200)
	await asOwner(app.database, 'update auth.users set email_confirmed_at = null where id = $1', [id])
	expect((await read(token)).status).toBe(404)
	await asOwner(
		app.database,
		"update auth.users set email_confirmed_at = now(), email = 'other@example.test' where id = $1",
		[id],
	)
	expect((await read(token)).status).toBe(404)
})

it('the service key and a second factor that was not shown do not open the page', async () => {
	expect((await read(app.deps.keys.serviceRoleKey)).status).toBe(401)
	const { id, token } = await createOperator(app, 'with-factor')
	expect((await read(token)).status).toBe(200)
	await asOwner(
		app.database,
		"insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())",
		[id],
	)
	expect((await read(token)).status).toBe(404)
})

it('an operator sees the last backup, whichever node made it', async () => {
	const made = "insert into plaudit.backups (name, finished_at) values ('one', '2026-11-20T03:00:00Z') returning id"
	const [{ id }] = (await asOwner(app.database, made)) as [{ id: string }]
	expect((await read(operator.token)).body.last_backup).toMatchObject({ at: '2026-11-20T03:00:00.000Z', ok: true })
	await asOwner(app.database, "update plaudit.backups set problem = 'No space.' where id = $1", [id])
	expect((await read(operator.token)).body.last_backup?.ok).toBe(false)
	await asOwner(app.database, 'delete from plaudit.backups')
})

it('an operator sees the state of the installation, and no words of testimonials', async () => {
	await addByHand()
	const { status, body } = await read(operator.token)
	expect(status).toBe(200)
	expect(body).toMatchObject({
		versions: { node: process.versions.node },
		address: app.url,
		storage: { where: 'disk' },
		testimonials: { total: 1, today: 1 },
		last_backup: null,
	})
	expect(body.health.map(({ name, state }) => [name, state])).toEqual([
		['Database', 'works'],
		['Migrations', 'works'],
		['Files', 'works'],
		['Disk', 'works'],
		['Jobs', 'works'],
		['ffmpeg', 'works'],
		['Clock', 'works'],
	])
	expect(body.latency?.answers).toBeGreaterThan(0)
	expect(body.latency?.percentile99).toBeGreaterThanOrEqual(body.latency?.median ?? 0)
	expect(body.spaces).toMatchObject([{ name: 'Fernhill', members: 1, testimonials: 1, most_bytes: null }])
	expect(Date.parse(body.spaces[0]?.last_sign_in ?? '')).toBeGreaterThan(Date.now() - 3_600_000)
	expect(JSON.stringify(body)).not.toMatch(/A calm place|owner@example/)
})

it('a certificate that cannot be looked at is no error of the page and no warning', async () => {
	const SITE_URL = `https://localhost:${await freePort()}`
	const secure = await createTestApp({ OPERATORS: 'operator@example.test', SITE_URL })
	const { token } = await createOperator(secure)
	const answer = await secure.fetch(`${SITE_URL}${path}`, { headers: { authorization: `Bearer ${token}` } })
	const { health, warnings } = (await answer.json()) as InstanceReport
	expect(health.find(({ name }) => name === 'Certificate')).toMatchObject({
		state: 'unknown',
		detail: 'It could not be looked at from this machine: ECONNREFUSED.',
	})
	expect(warnings).toEqual([])
	await secure.close()
})

it('the app learns who is an operator, and strangers only that they are none', async () => {
	const ask = async (token: string) => {
		const answer = await app.fetch(`${app.url}/functions/v1/operator`, {
			headers: { authorization: `Bearer ${token}` },
		})
		return answer.json()
	}
	expect(await ask(operator.token)).toEqual({ operator: true })
	expect(await ask(owner.token)).toEqual({ operator: false })
	expect((await app.fetch(`${app.url}/functions/v1/operator`)).status).toBe(401)
})

it('a test mail goes to the operator who asked, and a mail server that is away is named', async () => {
	expect((await act(operator.token, { action: 'send_test_mail' })).status).toBe(200)
	expect((await lastMailTo(app, 'operator@example.test')).subject).toBe('Test mail of Plaudit')
	const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`
	const away = await createTestApp({ OPERATORS: 'operator@example.test', SMTP_URL, MAIL_AUTOCONFIRM: 'true' })
	const { token } = await createOperator(away)
	const answer = await away.fetch(`${away.url}${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
		body: JSON.stringify({ action: 'send_test_mail' }),
	})
	expect(answer.status).toBe(503)
	expect(await answer.text()).toMatch(/The mail server did not take the mail: .*ECONNREFUSED/)
	await away.close()
})

it('a backup is not begun where none has a place', async () => {
	const { status, body } = await act(operator.token, { action: 'back_up' })
	expect([status, body.error?.code]).toEqual([503, 'unavailable'])
	expect((await act(operator.token, { action: 'try_restore' })).status).toBe(503)
	expect((await read(operator.token)).body.backups).toEqual({
		where: null,
		schedule: null,
		problem: null,
		running: false,
		overdue: false,
		kept: null,
		tried: null,
		trying: false,
		try_problem: null,
		can_try: true,
	})
})

it('a backup is overdue by its schedule alone: after eight days for a weekly one', async () => {
	const weekly = await createTestApp({
		OPERATORS: 'operator@example.test',
		BACKUP_TARGET: '/backups-of-nobody',
		BACKUP_SCHEDULE: 'weekly',
	})
	const { token } = await createOperator(weekly)
	const warningsAfter = async (days: number) => {
		await asOwner(weekly.database, 'delete from plaudit.backups')
		const past =
			"insert into plaudit.backups (name, started_at, finished_at) select 'one', at, at from (select now() - make_interval(days => $1) as at) x"
		await asOwner(weekly.database, past, [days])
		const answer = await weekly.fetch(`${weekly.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
		return ((await answer.json()) as InstanceReport).warnings
	}
	expect(await warningsAfter(8)).toContain('The last backup is older than its schedule asks.')
	expect(await warningsAfter(0)).not.toContain('The last backup is older than its schedule asks.')
	await weekly.close()
})

it('a mail that was given up is listed, and is tried again or removed', async () => {
	const [job] = await asOwner<{ id: string }>(
		app.database,
		`insert into plaudit.jobs (kind, payload, attempts, failed_at, last_error)
			values ('mail_of_test', '{"to": "ines@harbour.test"}', 12, now(), '452 Mailbox full') returning id`,
	)
	const id = job?.id ?? ''
	const { body } = await read(operator.token)
	expect(body.jobs.troubled).toMatchObject([{ id, to: 'ines@harbour.test', last_error: '452 Mailbox full' }])
	expect(body.warnings).toContain('1 mail could not be delivered.')
	expect((await act(operator.token, { action: 'retry_job', id })).status).toBe(200)
	const find = () => asOwner(app.database, 'select attempts, failed_at from plaudit.jobs where id = $1', [id])
	expect(await find()).toEqual([{ attempts: 0, failed_at: null }])
	// It waits again, so it is not removed.
	expect((await act(operator.token, { action: 'drop_job', id })).status).toBe(404)
	await asOwner(app.database, 'update plaudit.jobs set failed_at = now() where id = $1', [id])
	expect((await act(operator.token, { action: 'drop_job', id })).status).toBe(200)
	expect(await find()).toEqual([])
})

it('a limit of testimonials refuses what members add, and takes what visitors send', async () => {
	expect((await limits(null, 1)).status).toBe(200)
	const refused = await addByHand()
	expect([refused.status, refused.body.error?.code]).toEqual([403, 'limit_reached'])
	expect(refused.body.error?.message).toContain('1 testimonials')
	const [form] = await asOwner<{ wording: string }>(
		app.database,
		"select consent_text as wording from public.forms where slug = 'fernhill-limits'",
	)
	const body = submissionBody({ slug: 'fernhill-limits', wording: form?.wording ?? '' })
	const sent = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
		body: JSON.stringify(body),
	})
	expect(sent.status).toBe(201)
	await limits(null, null)
	expect((await addByHand()).status).toBe(201)
})

it('a limit of storage refuses files of members', async () => {
	const png = Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
		'base64',
	)
	const upload = () =>
		owner.client.storage.from('brand').upload(`${space}/${randomUUID()}.png`, png, { contentType: 'image/png' })
	expect((await upload()).error).toBe(null)
	await limits(10, null)
	expect((await upload()).error?.message).toContain('a limit that the operator of this server set')
	const { body } = await read(operator.token)
	expect(body.warnings).toContain('Fernhill has used up its storage.')
	await limits(null, null)
	expect((await upload()).error).toBe(null)
})

it.each([
	{ action: 'retry_job', id: "1' or true" },
	{ action: 'set_limits', space: 'all', most_bytes: 1, most_testimonials: 1 },
	{ action: 'set_limits', space: randomUUID(), most_bytes: -1, most_testimonials: null },
	{ action: 'drop_database' },
])('%o is refused as invalid', async (action) => {
	expect((await act(operator.token, action)).status).toBe(422)
})

it('limits of a space that does not exist are not set', async () => {
	const nowhere = { action: 'set_limits', space: randomUUID(), most_bytes: 1, most_testimonials: 1 }
	expect((await act(operator.token, nowhere)).status).toBe(404)
})
