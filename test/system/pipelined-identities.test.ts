import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PipelinedResponse, pipeline, requestText, sendAndReset } from '#test/support/http/pipeline.ts'
import { createProbedClient } from '#test/support/postgres/probed-client.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

type Identity = { name: string; role: string; id: string | null; bearer: string; sees: string[] }

/** One kind of call, and its expected response to each caller. */
type Kind = {
	name: string
	request(identity: Identity, key: string): string
	check(identity: Identity, answer: PipelinedResponse): void
}

const json = { 'content-type': 'application/json' }
const headersOf = ({ bearer }: Identity, key: string, more: Record<string, string> = {}) => ({
	apikey: key,
	authorization: `Bearer ${bearer}`,
	...more,
})

function expectIdentity({ role, id }: Identity, { status, body }: PipelinedResponse): void {
	expect([status, JSON.parse(body)]).toEqual([200, { user: role, role, id }])
}

const kinds: Kind[] = [
	{
		name: 'read',
		request: (who, key) => requestText('GET', '/rest/v1/spaces?select=id', headersOf(who, key)),
		check: ({ name, sees }, { status, body }) => {
			if (name === 'anon') return expect(status, body).toBe(401)
			const ids = (JSON.parse(body) as { id: string }[]).map(({ id }) => id)
			expect(ids.toSorted(), name).toEqual(sees.toSorted())
		},
	},
	{
		name: 'call by GET',
		request: (who, key) => requestText('GET', '/rest/v1/rpc/who_asks', headersOf(who, key)),
		check: expectIdentity,
	},
	{
		name: 'call by POST',
		request: (who, key) => requestText('POST', '/rest/v1/rpc/who_asks', headersOf(who, key, json), '{}'),
		check: expectIdentity,
	},
	{
		name: 'refused by the compiler',
		request: (who, key) => requestText('GET', '/rest/v1/spaces?select=nothing_like_it', headersOf(who, key)),
		check: (_, { status, body }) => expect(status, body).toBe(400),
	},
	{
		name: 'refused by the database',
		request: (who, key) => requestText('GET', '/rest/v1/spaces?id=eq.x', headersOf(who, key)),
		check: (_, { status, body }) => expect([400, 401], body).toContain(status),
	},
	{
		name: 'rolled back after it ran',
		request: (who, key) =>
			requestText(
				'POST',
				'/rest/v1/rpc/change_and_fail',
				headersOf(who, key, json),
				JSON.stringify({ role: 'service_role' }),
			),
		check: (_, { status, body }) => expect([status, body.includes('on purpose')]).toEqual([400, true]),
	},
	{
		name: 'sign-in',
		request: (who, key) => requestText('GET', '/auth/v1/user', headersOf(who, key)),
		check: ({ id }, { status, body }) => {
			if (id) expect([status, JSON.parse(body).id]).toEqual([200, id])
			else expect(status, body).toBeGreaterThanOrEqual(400)
		},
	},
	{
		name: 'files',
		request: (who, key) => requestText('GET', '/storage/v1/bucket', headersOf(who, key)),
		check: (_, { status, body }) => expect([200, 400, 401, 403], body).toContain(status),
	},
]

/** Functions that return the caller, that fail after an attempt to change the role, and that run for a while. */
const functions = `
create function public.who_asks() returns json language sql stable return
	json_build_object('user', current_user, 'role', auth.role(), 'id', auth.uid());
create function public.change_and_fail(role text) returns void language plpgsql as $$ begin
	perform set_config('role', role, false), set_config('request.jwt.claims', '{"role":"service_role"}', false),
		set_config('statement_timeout', '1', false), set_config('request.headers', '{"forged":1}', false);
	raise exception 'on purpose'; end $$;
create function public.nap(seconds float) returns void language sql volatile begin atomic select pg_sleep(seconds); end;
create function public.doze() returns void language sql volatile begin atomic select pg_sleep(600); end;
grant execute on all functions in schema public to anon, authenticated, service_role;
`

describe('pipelined calls on shared connections', () => {
	let database: TestDatabase
	let app: TestApp
	let url: URL
	let key: string
	const { Client, seen } = createProbedClient()
	const identities: Identity[] = []
	beforeAll(async () => {
		database = await createTestDatabase()
		await asOwner(database, functions)
		const owner = { ...database.owner, Client } as TestDatabase['owner']
		app = await createTestApp({ DATABASE_POOL: '5' }, { ...database, owner })
		url = new URL(await app.listen())
		key = app.deps.keys.anonKey
		const all: string[] = []
		for (const name of ['ada', 'bob', 'cyd']) {
			const { client, id, token } = await app.person(name)
			const { data } = await client
				.rpc('create_space', { name: `Space of ${name}`, slug: `space-of-${name}` })
				.throwOnError()
			all.push(data.space_id)
			identities.push({ name, role: 'authenticated', id, bearer: token, sees: [data.space_id] })
		}
		const { serviceRoleKey, anonKey } = app.deps.keys
		const nobody = { id: null, sees: [] }
		identities.push({ ...nobody, name: 'anon', role: 'anon', bearer: anonKey })
		identities.push({
			...nobody,
			name: 'service',
			role: 'service_role',
			bearer: serviceRoleKey,
			sees: all,
		})
	})
	afterAll(async () => {
		await app.close()
		await database.drop()
	})

	/** A plan that mixes callers and kinds differently on every socket. */
	const planOf = (socket: number, calls: number) =>
		Array.from({ length: calls }, (_, i) => ({
			who: identities[(i * 7 + socket * 3) % identities.length] as Identity,
			kind: kinds[(i * 5 + (socket >> 1)) % kinds.length] as Kind,
		}))

	it('pipelined calls are each answered under their own identity, while others fail, are cancelled and disconnect', async () => {
		const plans = Array.from({ length: 20 }, (_, socket) => planOf(socket, 120))
		// Ten at a time, so that no call reaches the pool's wait timeout on a slow machine.
		const ask = async (plan: ReturnType<typeof planOf>) => {
			for (let at = 0; at < plan.length; at += 10) {
				const some = plan.slice(at, at + 10)
				const requests = some.map(({ who, kind }) => kind.request(who, key))
				const answers = await pipeline(url, requests)
				for (const [i, { who, kind }] of some.entries()) kind.check(who, answers[i] as PipelinedResponse)
			}
		}
		const people = [0, 1, 2].map((i) => identities[i] as Identity)
		const leave = Array.from({ length: 40 }, (_, i) => {
			const who = people[i % 3] as Identity
			const slow = requestText('GET', '/rest/v1/rpc/nap?seconds=0.05', headersOf(who, key))
			return sendAndReset(url, [slow, ...planOf(i, 3).map(({ kind }) => kind.request(who, key))], i)
		})
		const cancelled = Array.from({ length: 6 }, async (_, i) => {
			const slow = requestText('GET', '/rest/v1/rpc/doze', headersOf(people[i % 3] as Identity, key))
			const [answer] = await pipeline(url, [slow])
			expect([answer?.status, JSON.parse(answer?.body ?? '').code]).toEqual([500, '57014'])
		})
		let isRunning = true
		const canceller = (async () => {
			while (isRunning)
				await asOwner(
					database,
					`select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database()
						and query like '%"doze"%' and state = 'active' and now() - query_start > '100 ms' and pid <> pg_backend_pid()`,
				)
		})()
		try {
			await Promise.all([...plans.map(ask), ...leave, ...cancelled])
		} finally {
			isRunning = false
			await canceller
		}
	})

	it('calls that begin in the same tick keep their own identities', async () => {
		const calls = Array.from({ length: 200 }, async (_, i) => {
			const who = identities[i % identities.length] as Identity
			const response = await app.fetch(`${app.url}/rest/v1/rpc/who_asks`, {
				headers: headersOf(who, key),
			})
			expectIdentity(who, { status: response.status, body: await response.text() })
		})
		await Promise.all(calls)
	})

	it('every connection has a clean session state before each transaction', () => {
		expect(seen.length).toBeGreaterThan(2000)
		const kinds = new Set(seen.map((state) => JSON.stringify(state)))
		expect([...kinds].map((text) => JSON.parse(text))).toEqual([
			{ user: 'plaudit_login', role: 'none', claims: '', headers: '', timeout: '0' },
		])
	})
})
