import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officialClient } from '#test/support/official-client.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeKey } from '#test/support/product/make-key.ts'
import { postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: string
let testimonial: string
const spaceOf = async ({ client }: Person, slug: string) =>
	(await client.rpc('create_space', { name: 'Fernhill Pottery', slug }).throwOnError()).data.space_id as string

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person('keyowner')
	space = await spaceOf(owner, 'keys-a')
	const { data } = await owner.client.from('forms').select('consent_text').eq('space_id', space).single().throwOnError()
	const sent = await postSubmission(app, submissionBody({ slug: 'keys-a', wording: data.consent_text }))
	testimonial = sent.body.id as string
})
afterAll(() => app.close())

const send = (key: string, method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
	app.fetch(`${app.url}${path}`, {
		method,
		headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}), ...more },
		...(body ? { body: JSON.stringify(body) } : {}),
	})
const statusOf = async (...given: Parameters<typeof send>) => (await send(...given)).status
const programOf = (key: string) => officialClient(app.url, key, { fetch: app.fetch })

describe('making a key', () => {
	it('a key is shown once, and only its hash is kept', async () => {
		const { id, key } = await makeKey(owner.client, space, { name: ' Shop sync ', role: 'viewer' })
		expect(key).toMatch(/^plk_[A-Za-z0-9_-]{43}$/)
		const [row] = (await owner.client.from('api_keys').select().eq('id', id).throwOnError()).data ?? []
		expect(row).toMatchObject({
			name: 'Shop sync',
			role: 'viewer',
			scopes: null,
			prefix: key.slice(0, 8),
			created_by: owner.id,
		})
		expect(JSON.stringify(row)).not.toContain(key)
		const stored = await app.sql<{ hash: string }>(
			`select encode(hash, 'hex') as hash from private.api_key_hashes where key_id = $1`,
			[id],
		)
		expect(JSON.stringify(stored)).not.toContain(key)
	})

	it.each([
		['name', { name: ' ' }],
		['name', { name: 'x'.repeat(81) }],
		['name', { name: 'two\nlines' }],
		['role', { role: 'owner' as never }],
		['scopes', { scopes: [] }],
		['scopes', { scopes: ['erase'] }],
		['scopes', { role: 'viewer' as const, scopes: ['testimonials:write'] }],
		['expires_at', { expires_at: new Date(Date.now() - 1000).toISOString() }],
	])('a key with a wrong %s is refused and names the field', async (column, fields) => {
		const call = { space_id: space, name: 'Sync', role: 'editor', ...fields }
		const { status, error } = await owner.client.rpc('create_api_key', call)
		expect([status, error?.details ?? '', error?.message]).toEqual([400, expect.anything(), expect.any(String)])
		expect(JSON.stringify(error)).toMatch(new RegExp(column === 'expires_at' ? 'ends' : column.slice(0, 4), 'i'))
	})

	it('only owners make, see, rename and revoke keys', async () => {
		const { id } = await makeKey(owner.client, space, { name: 'Guarded' })
		for (const role of ['editor', 'viewer']) {
			const member = await app.person(`key${role}`)
			await joinSpace(owner.client, space, member.client, role)
			expect(
				(await member.client.rpc('create_api_key', { space_id: space, name: 'x', role: 'viewer' })).error?.code,
			).toBe('42501')
			expect((await member.client.from('api_keys').select()).data).toEqual([])
			expect((await member.client.from('api_keys').update({ name: 'Mine' }).eq('id', id).select()).data).toEqual([])
			expect((await member.client.rpc('revoke_api_key', { id })).error?.code).toBe('42501')
		}
		const { key } = await makeKey(owner.client, space, { name: 'No maker' })
		for (const [name, call] of [
			['create_api_key', { space_id: space, name: 'x', role: 'editor' }],
			['revoke_api_key', { id }],
		] as const)
			expect((await programOf(key).rpc(name, call)).error?.code).toBe('42501')
	})

	it('a space has at most fifty keys that can be used', async () => {
		const other = await spaceOf(owner, 'keys-many')
		await app.sql(
			`insert into public.api_keys (space_id, name, role, prefix) select $1, 'Key ' || n, 'viewer', 'plk_xxxx' from generate_series(1, 50) n`,
			[other],
		)
		const refused = await owner.client.rpc('create_api_key', { space_id: other, name: 'One more', role: 'viewer' })
		expect(refused.error?.message).toMatch(/at most 50 keys/)
		const [first] = (await owner.client.from('api_keys').select('id').eq('space_id', other).limit(1)).data ?? []
		await owner.client.rpc('revoke_api_key', { id: first?.id }).throwOnError()
		await makeKey(owner.client, other)
	})
})

describe('using a key', () => {
	it('the official client works with a key as its project key, or beside it, as a member of one space', async () => {
		const { key } = await makeKey(owner.client, space)
		const other = await spaceOf(owner, 'keys-b')
		for (const program of [
			programOf(key),
			officialClient(app.url, app.deps.keys.anonKey, { fetch: app.fetch, accessToken: async () => key }),
		]) {
			const spaces = await program.from('spaces').select('id').throwOnError()
			expect(spaces.data).toEqual([{ id: space }])
			expect((await program.from('testimonials').select('id').throwOnError()).data).toEqual([{ id: testimonial }])
			expect((await program.from('forms').select('id').eq('space_id', other)).data).toEqual([])
		}
	})

	it('an editor’s key decides, and the history names it as it was called', async () => {
		const { id, key } = await makeKey(owner.client, space, { name: 'Desk agent' })
		const changed = await programOf(key)
			.from('testimonials')
			.update({ status: 'approved' })
			.eq('id', testimonial)
			.select('status')
		expect(changed.data).toEqual([{ status: 'approved' }])
		await owner.client.from('api_keys').update({ name: 'Renamed' }).eq('id', id).throwOnError()
		const events = await owner.client
			.from('testimonial_events')
			.select('kind, actor')
			.eq('testimonial_id', testimonial)
			.order('seq')
		expect(events.data?.at(-1)).toEqual({ kind: 'approved', actor: `key:${id}:Desk agent` })
	})

	it('words, stars and names have no way to be changed by a key', async () => {
		const { key } = await makeKey(owner.client, space)
		for (const change of [{ body: 'Other words' }, { rating: 1 }, { author_name: 'Other' }, { title: 'Other' }])
			expect(await statusOf(key, 'PATCH', `/rest/v1/testimonials?id=eq.${testimonial}`, change)).toBe(403)
	})

	it('scopes narrow a key: it reads and writes what they name', async () => {
		const { key } = await makeKey(owner.client, space, { scopes: ['walls:read'] })
		const program = programOf(key)
		expect((await program.from('walls').select('id')).data).toHaveLength(1)
		for (const table of ['testimonials', 'forms', 'testimonial_contacts', 'invitations', 'tags', 'api_keys'])
			expect([table, (await program.from(table).select()).data]).toEqual([table, []])
		expect((await program.rpc('space_numbers', { space_id: space, days: 7 })).error).not.toBeNull()
		const writer = programOf((await makeKey(owner.client, space, { scopes: ['testimonials:write'] })).key)
		expect((await writer.from('tags').insert({ space_id: space, name: 'By key' }).select('name')).data).toEqual([
			{ name: 'By key' },
		])
		expect((await writer.from('walls').select()).data).toEqual([])
	})

	it('a viewer’s key without scopes reads no addresses, and writes nothing', async () => {
		const { key } = await makeKey(owner.client, space, { role: 'viewer' })
		await app.sql(
			`insert into public.testimonial_contacts (space_id, testimonial_id, email) values ($1, $2, 'a@example.test') on conflict do nothing`,
			[space, testimonial],
		)
		const program = programOf(key)
		expect((await program.from('testimonial_contacts').select()).data).toEqual([])
		expect(
			(await program.from('testimonials').update({ status: 'rejected' }).eq('id', testimonial).select()).data,
		).toEqual([])
		const people = programOf((await makeKey(owner.client, space, { role: 'viewer', scopes: ['people:read'] })).key)
		expect((await people.from('testimonial_contacts').select('email')).data).toEqual([{ email: 'a@example.test' }])
	})

	it('functions that declare no scope are closed to keys, and others say which is missing', async () => {
		const { key } = await makeKey(owner.client, space, { scopes: ['walls:read'] })
		for (const [method, path] of [
			['GET', `/functions/v1/export?space_id=${space}`],
			['GET', '/functions/v1/instance'],
			['GET', '/functions/v1/operator'],
			['POST', '/functions/v1/bulk'],
			['POST', '/functions/v1/member-link'],
			['POST', '/functions/v1/order-key'],
		] as const) {
			const answer = await send(key, method, path, method === 'POST' ? {} : undefined)
			const { error } = await answer.json()
			expect([path, answer.status, error.code, error.message]).toEqual([
				path,
				403,
				'forbidden',
				expect.stringContaining('No key may do this'),
			])
		}
		const refused = await send(key, 'POST', '/functions/v1/testimonial', {})
		expect([refused.status, (await refused.json()).error.message]).toEqual([
			403,
			expect.stringContaining('submissions:write'),
		])
	})

	it('auth/v1 knows no keys', async () => {
		const { key } = await makeKey(owner.client, space)
		for (const path of ['/auth/v1/user', '/auth/v1/admin/users'])
			expect([path, (await statusOf(key, 'GET', path)) >= 401]).toEqual([path, true])
	})

	it('a private file is read with testimonials:read, and files of others are not', async () => {
		const { key } = await makeKey(owner.client, space, { scopes: ['forms:read'] })
		expect(await statusOf(key, 'GET', `/storage/v1/object/authenticated/photos/${space}/${testimonial}/x.jpg`)).toBe(
			400,
		)
		expect(await statusOf(key, 'POST', `/storage/v1/object/brand/${space}/logo.png`, { x: 1 })).toBeGreaterThanOrEqual(
			400,
		)
	})
})

describe('refusing a key', () => {
	it('a key in an address is refused with words, wherever it stands', async () => {
		const { key } = await makeKey(owner.client, space)
		for (const path of [
			`/rest/v1/spaces?apikey=${key}`,
			`/rest/v1/spaces?select=id&token=${key}`,
			`/functions/v1/export?apikey=${key}`,
		]) {
			const answer = await app.fetch(`${app.url}${path}`, { headers: { apikey: app.deps.keys.anonKey } })
			expect([path, answer.status, await answer.text()]).toEqual([
				path,
				401,
				expect.stringContaining('never sent in an address'),
			])
		}
	})

	it.each([
		['unknown', `plk_${'a'.repeat(43)}`],
		['cut', 'plk_abc'],
		['long', `plk_${'a'.repeat(5000)}`],
	])('a key that is %s is refused on each wire', async (_, key) => {
		expect(await statusOf(key, 'GET', '/rest/v1/spaces')).toBe(401)
		expect(await statusOf(key, 'POST', '/functions/v1/testimonial', {})).toBe(401)
		expect(await statusOf(key, 'GET', '/storage/v1/bucket')).toBeGreaterThanOrEqual(400)
	})

	it('a token cannot claim to be a key', async () => {
		const { id } = await makeKey(owner.client, space)
		const stranger = await app.person('keystranger')
		const { signToken } = await import('#platform/keys/jwt.ts')
		const claims = JSON.parse(Buffer.from(stranger.token.split('.')[1] ?? '', 'base64url').toString())
		const forged = signToken(
			{ ...claims, api_key: id, key: { space, role: 'editor', scopes: ['testimonials:read'] } },
			app.deps.keys.signing,
		)
		const answer = await send(forged, 'GET', '/rest/v1/testimonials', undefined, { apikey: app.deps.keys.anonKey })
		expect(await answer.json()).toEqual([])
	})

	it('a key ends on every node with its revocation, its date, its maker’s ownership and its space', async () => {
		const second = await createTestApp({}, app.database)
		const onSecond = (key: string) =>
			second
				.fetch(`${second.url}/rest/v1/spaces`, { headers: { authorization: `Bearer ${key}` } })
				.then(({ status }) => status)
		const isOver = (key: string) => expect.poll(() => onSecond(key)).toBe(401)
		try {
			const revoked = await makeKey(owner.client, space)
			expect([await onSecond(revoked.key), await statusOf(revoked.key, 'GET', '/rest/v1/spaces')]).toEqual([200, 200])
			await owner.client.rpc('revoke_api_key', { id: revoked.id }).throwOnError()
			expect(await statusOf(revoked.key, 'GET', '/rest/v1/spaces')).toBe(401)
			await isOver(revoked.key)
			await owner.client.rpc('revoke_api_key', { id: revoked.id }).throwOnError()

			const ended = await makeKey(owner.client, space, { expires_at: new Date(Date.now() + 3600_000).toISOString() })
			expect(await onSecond(ended.key)).toBe(200)
			await app.sql(`update public.api_keys set expires_at = now() - interval '1 second' where id = $1`, [ended.id])
			await isOver(ended.key)

			const partner = await app.person('keypartner')
			await joinSpace(owner.client, space, partner.client, 'owner')
			const theirs = await makeKey(partner.client, space)
			expect(await onSecond(theirs.key)).toBe(200)
			await owner.client
				.from('space_members')
				.update({ role: 'viewer' })
				.eq('space_id', space)
				.eq('user_id', partner.id)
				.throwOnError()
			await isOver(theirs.key)
			expect(
				(await owner.client.from('api_keys').select('revoked_at').eq('id', theirs.id).single()).data?.revoked_at,
			).not.toBeNull()

			const gone = await spaceOf(owner, 'keys-gone')
			const last = await makeKey(owner.client, gone)
			expect(await onSecond(last.key)).toBe(200)
			await owner.client.from('spaces').delete().eq('id', gone).throwOnError()
			await isOver(last.key)
		} finally {
			await second.close()
		}
	})

	it.each(['revoked_at', `expires_at`])(
		'the database refuses a key by its %s even to a node that has not heard of it',
		async (end) => {
			const { id } = await makeKey(owner.client, space)
			const claims = { role: 'authenticated' as const, api_key: id }
			const read = () =>
				app.deps.db.as(claims, (tx) =>
					tx.final<{ n: number }>({ text: 'select count(*)::int as n from public.testimonials', values: [] } as never),
				)
			expect((await read())[0]?.n).toBe(1)
			await app.sql(`update public.api_keys set ${end} = now() where id = $1`, [id])
			expect((await read())[0]?.n).toBe(0)
		},
	)
})

describe('realtime with a key', () => {
	it('a channel hears the space of its key, and closes when the key is revoked', async () => {
		const url = await app.listen()
		const { id, key } = await makeKey(owner.client, space, { scopes: ['testimonials:read'] })
		const program = officialClient(url, app.deps.keys.anonKey, { accessToken: async () => key })
		// The client joins with the project's key until it has asked for the token once.
		await program.realtime.setAuth()
		const heard: string[] = []
		let isPinned = false
		const states: string[] = []
		const channel = program
			.channel(`key-${randomUUID()}`)
			.on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'testimonials' }, ({ new: row }) =>
				heard.push(row.id),
			)
			.subscribe((state) => states.push(state))
		await expect.poll(() => states).toContain('SUBSCRIBED')
		await expect
			.poll(async () => {
				isPinned = !isPinned
				await owner.client.from('testimonials').update({ is_pinned: isPinned }).eq('id', testimonial)
				return heard
			})
			.toContain(testimonial)
		await owner.client.rpc('revoke_api_key', { id }).throwOnError()
		await expect.poll(() => channel.state).not.toBe('joined')
		await program.realtime.disconnect()
	})

	it('a socket whose address has a key is refused', async () => {
		const url = await app.listen()
		const { key } = await makeKey(owner.client, space)
		const answer = await fetch(`${url}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`, {
			headers: { connection: 'Upgrade', upgrade: 'websocket' },
		}).catch(() => undefined)
		expect(answer?.status ?? 401).toBeGreaterThanOrEqual(400)
	})
})

it('uses are counted by day and scope', async () => {
	const { id, key } = await makeKey(owner.client, space, { name: 'Counted' })
	for (const path of ['/rest/v1/testimonials', '/rest/v1/testimonials?select=id', '/rest/v1/walls'])
		await statusOf(key, 'GET', path)
	await statusOf(key, 'PATCH', `/rest/v1/testimonials?id=eq.${testimonial}`, { is_pinned: true })
	await app.deps.issuedKeys.close()
	const uses = await owner.client.from('api_key_uses').select('scope, uses').eq('key_id', id).order('scope')
	expect(uses.data).toEqual([
		{ scope: 'testimonials:read', uses: 2 },
		{ scope: 'testimonials:write', uses: 1 },
		{ scope: 'walls:read', uses: 1 },
	])
	const [row] = (await owner.client.from('api_keys').select('last_used_at').eq('id', id)).data ?? []
	expect(Date.parse(row?.last_used_at)).toBeGreaterThan(Date.now() - 60_000)
})

it('a flood of invented keys leaves connections to others', async () => {
	const { key } = await makeKey(owner.client, space)
	const invented = Array.from({ length: 200 }, (_, at) => `plk_${String(at).padStart(43, 'z')}`)
	const flood = Promise.all(invented.map((one) => statusOf(one, 'GET', '/rest/v1/spaces')))
	const others = Promise.all(Array.from({ length: 20 }, () => owner.client.from('spaces').select('id')))
	expect((await others).map(({ error }) => error)).toEqual(Array(20).fill(null))
	expect(new Set(await flood)).toEqual(new Set([401]))
	expect(await statusOf(key, 'GET', '/rest/v1/spaces')).toBe(200)
})
