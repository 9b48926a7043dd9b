import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseTime } from '#platform/deployment/queries.ts'
import { probeQuery } from '#platform/health/queries.ts'
import { type Db, openDb } from '#platform/pg/db.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { createOutageLog } from '#platform/pg/outage-log.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { openRealtimeSocket } from '#test/support/realtime/socket.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const worker = { role: 'service_role' } as const
let app: TestApp
let url: string
let space: Awaited<ReturnType<typeof makeSpace>>
let token: string
let refreshToken: string

beforeAll(async () => {
	app = await createTestApp({ LOG_LEVEL: 'silent' })
	url = await app.listen()
	space = await makeSpace(url)
	const { data } = await space.client.auth.getSession()
	token = data.session?.access_token ?? ''
	refreshToken = data.session?.refresh_token ?? ''
	await app.admin().storage.createBucket('films', { public: true })
	const { owner } = app.database
	await asOwner(app.database, `alter database ${owner.database} set default_transaction_read_only = on`)
	await endConnections()
})
afterAll(() => app.close())

/** New connections have the settings that the database has now, as after a failover that left a standby. */
const endConnections = () =>
	asOwner(
		app.database,
		`select pg_terminate_backend(pid) from pg_stat_activity
		where datname = current_database() and pid <> pg_backend_pid() and application_name like 'plaudit%'`,
	)

const send = (method: string, path: string, body: object | string, headers: Record<string, string> = {}) =>
	fetch(`${url}${path}`, {
		method,
		body: typeof body === 'string' ? body : JSON.stringify(body),
		headers: {
			apikey: app.deps.keys.anonKey,
			authorization: `Bearer ${token}`,
			'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
			...headers,
		},
	})
const member = { email: 'new@example.test', password: 'correct horse battery' }

it.each<[string, () => Promise<Response>]>([
	['auth, for a sign-up', () => send('POST', '/auth/v1/signup', member)],
	[
		'auth, for a refresh',
		() => send('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken }),
	],
	['rest, for an insert', () => send('POST', '/rest/v1/tags', { space_id: space.spaceId, name: 'new' })],
	['rest, for a change', () => send('PATCH', `/rest/v1/spaces?id=eq.${space.spaceId}`, { name: 'Fernhill' })],
	['functions, for a submission', () => send('POST', '/functions/v1/submit', submissionBody(space))],
	[
		'storage, for an upload',
		() => send('POST', '/storage/v1/object/films/a', 'x', { authorization: `Bearer ${app.deps.keys.serviceRoleKey}` }),
	],
	[
		'realtime, for a stored message',
		() =>
			send('POST', '/realtime/v1/api/broadcast', {
				messages: [{ topic: 'a', event: 'b', payload: {}, private: true }],
			}),
	],
])('a database that takes no writes is an outage for %s: 503 with Retry-After', async (_, ask) => {
	const answer = await ask()
	expect([answer.status, await answer.text()]).toEqual([503, expect.any(String)])
	expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
})

it('reads go on while the database takes no writes', async () => {
	const answer = await fetch(`${url}/rest/v1/spaces?select=id`, {
		headers: { apikey: app.deps.keys.anonKey, authorization: `Bearer ${token}` },
	})
	expect([answer.status, await answer.json()]).toEqual([200, [{ id: space.spaceId }]])
})

it('a server whose database takes no writes is not ready, and says that the database is read-only', async () => {
	const answer = await fetch(`${url}/ready`)
	const { checks } = (await answer.json()) as { checks: { name: string }[] }
	expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
	expect(checks.find(({ name }) => name === 'database')).toEqual({
		name: 'database',
		ok: false,
		reason: 'The database is read-only.',
	})
})

it('/metrics says that the database answers and takes no writes', async () => {
	const text = await app.deps.metrics.render()
	expect(text).toContain('\nplaudit_database_up 1\n')
	expect(text).toContain('\nplaudit_database_writable 0\n')
})

it('a join that has to write is told that the database cannot be reached', async () => {
	const socket = await openRealtimeSocket(url, app.deps.keys.anonKey)
	const config = { broadcast: {}, presence: {}, postgres_changes: [] }
	const { payload } = await socket.ask('realtime:a', 'phx_join', { config, access_token: token })
	expect(payload).toMatchObject({
		status: 'error',
		response: { reason: expect.stringMatching(/^UnableToConnectToProject/) },
	})
	socket.close()
})

const lines: string[] = []
let watched: Db

it('a database that takes no writes is one line in the log, also while reads succeed', async () => {
	const note = (_: object, text: string) => void lines.push(text)
	const outages = createOutageLog({ warn: note, info: note } as never)
	watched = openDb(loginAs(app.database.owner), 2, () => {}, { outages })
	for (let round = 0; round < 4; round++) {
		await expect(watched.as(worker, (tx) => tx.final(probeQuery()))).rejects.toThrow('the database takes no writes')
		const quiet = performance.now() + 1200
		while (performance.now() < quiet) await watched.as(worker, (tx) => tx.final(databaseTime()), { readOnly: true })
	}
	expect(lines).toEqual(['the database is away or busy: what needs it is answered 503 meanwhile'])
})

it('writes are taken again as soon as the database takes them', async () => {
	const { owner } = app.database
	await asOwner(
		app.database,
		`begin; set transaction read write; alter database ${owner.database} reset default_transaction_read_only; commit`,
	)
	await endConnections()
	await expect.poll(async () => (await send('POST', '/functions/v1/submit', submissionBody(space))).status).toBe(201)
	await expect
		.poll(async () => {
			await watched.as(worker, (tx) => tx.final(databaseTime()), { readOnly: true })
			return lines.slice(1)
		})
		.toEqual(['the database answers again'])
	await watched.close()
})
