import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

const ada = '00000000-0000-4000-8000-00000000000a'
const bo = '00000000-0000-4000-8000-00000000000b'
let library: Library
beforeAll(async () => {
	library = await openLibrary()
})
afterAll(() => library.close())

it('no caller is ever answered as another among thousands of concurrent calls', async () => {
	const callers = [
		{ name: 'anon', uid: null, client: library.client() },
		{
			name: 'authenticated',
			uid: ada,
			client: library.client({ token: library.token({ sub: ada }) }),
		},
		{
			name: 'authenticated',
			uid: bo,
			client: library.client({ token: library.token({ sub: bo }) }),
		},
		{ name: 'service_role', uid: null, client: library.client('service_role') },
	]
	const people = callers.filter(({ uid }) => uid !== null)
	for (const { client, uid } of people)
		expect((await client.from('notes').insert({ body: `of ${uid}` })).error).toBeNull()

	const asked = Array.from({ length: 150 }, async (_, i) => {
		const caller = callers[i % callers.length]
		if (!caller) throw new Error('no caller')
		const { name, uid, client } = caller
		// Every third call fails on purpose: an aborted transaction must leave nothing behind.
		if (i % 3 === 0) await client.from('books').select('id').eq('id', 'x')
		const [who, notes] = await Promise.all([client.rpc('who'), client.from('notes').select('owner')])
		expect(who.data).toMatchObject({ user: name, role: name, uid })
		const owners = (notes.data ?? []).map(({ owner }) => owner)
		if (uid) expect(owners).toEqual([uid])
		else if (name === 'anon') expect(notes.error).toMatchObject({ code: '42501' })
		else expect(owners.sort()).toEqual([ada, bo])
	})
	await Promise.all(asked)
})

it('rows cannot be read, changed or moved by strangers', async () => {
	const mine = library.client({ token: library.token({ sub: ada }) })
	const theirs = library.client({ token: library.token({ sub: bo }) })
	const { data: note } = await mine.from('notes').insert({ body: 'mine' }).select('id').single()
	expect((await theirs.from('notes').select().eq('id', note?.id)).data).toEqual([])
	expect((await theirs.from('notes').update({ body: 'x' }).eq('id', note?.id).select()).data).toEqual([])
	expect((await theirs.from('notes').delete().eq('id', note?.id).select()).data).toEqual([])
	const moved = await mine.from('notes').update({ owner: bo }).eq('id', note?.id)
	expect(moved).toMatchObject({ status: 403, error: { code: '42501' } })
	const forged = await mine.from('notes').insert({ owner: bo, body: 'x' })
	expect(forged).toMatchObject({ status: 403, error: { code: '42501' } })
	const { count } = await theirs.from('notes').select('*', { count: 'exact', head: true }).eq('owner', ada)
	expect(count).toBe(0)
})

it('columns and tables without a grant are not revealed', async () => {
	const person = library.client({ token: library.token({ sub: ada }) })
	for (const query of [
		person.from('secrets').select('word'),
		person.from('secrets').select('id').eq('word', 'hush'),
		person.from('secrets').select('id').order('word'),
		person.from('secrets').select('id').or('word.like.h*'),
	])
		expect(await query).toMatchObject({ status: 403, data: null, error: { code: '42501' } })
	expect((await person.from('secrets').select('id')).data).toEqual([])
	const response = await library.request('/secrets')
	expect(response.status).toBe(401)
	expect(response.headers.get('www-authenticate')).toBe('Bearer')
})

it.each([
	['no key', { apikey: '' }, 401, { message: 'No API key found in request' }],
	['an unknown key', { apikey: 'nonsense' }, 401, { message: 'Invalid API key' }],
])('%s is refused with the message of the gateway', async (_, headers, status, body) => {
	const response = await library.request('/books', { headers })
	const json = await response.json()
	expect([response.status, json]).toMatchObject([status, body])
	expect(Object.keys(json as object)).toEqual(['message', 'hint'])
})

it('a bearer token without an API key is refused', async () => {
	const headers = { apikey: '', authorization: `Bearer ${library.token({ sub: ada })}` }
	expect((await library.request('/books', { headers })).status).toBe(401)
})

it('tokens that are expired, early, forged or for a forbidden role are refused', async () => {
	const ask = async (token: string) => {
		const response = await library.request('/books', {
			headers: { authorization: `Bearer ${token}` },
		})
		const { code, message } = (await response.json()) as { code: string; message: string }
		return {
			status: response.status,
			code,
			message,
			challenge: response.headers.get('www-authenticate'),
		}
	}
	const asked = (claims: object) => ({
		headers: { authorization: `Bearer ${library.token({ sub: ada, ...claims })}` },
	})
	const now = Math.floor(Date.now() / 1000)
	expect(await ask(library.token({ exp: now - 60 }))).toEqual({
		status: 401,
		code: 'PGRST303',
		message: 'JWT expired',
		challenge: 'Bearer error="invalid_token", error_description="JWT expired"',
	})
	expect(await ask(library.token({ nbf: now + 600 }))).toMatchObject({
		status: 401,
		code: 'PGRST303',
		message: 'JWT not yet valid',
	})
	// Clocks differ: half a minute is forgiven, either way.
	for (const times of [{ exp: now - 20 }, { nbf: now + 20 }])
		expect((await library.request('/books', asked(times))).status).toBe(200)
	expect(await ask(library.token({ iat: now + 60 }))).toMatchObject({
		status: 401,
		code: 'PGRST303',
		message: 'JWT issued at future',
	})
	expect((await library.request('/books', asked({ iat: now + 20 }))).status).toBe(200)
	const good = library.token({ sub: ada })
	expect(await ask(`${good.slice(0, -8)}AAAAAAAA`)).toMatchObject({ status: 401, code: 'PGRST301' })
	expect(await ask('not.a.token')).toMatchObject({ status: 401, code: 'PGRST301' })
	const foreign = await library.request('/books', {
		headers: { authorization: `Bearer ${good.slice(0, -8)}AAAAAAAA` },
	})
	expect(await foreign.json()).toEqual({
		code: 'PGRST301',
		details: 'None of the keys was able to decode the JWT',
		hint: null,
		message: 'No suitable key or wrong key type',
	})
	const [, payload] = good.split('.')
	const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
	expect(await ask(`${none}.${payload}.`)).toMatchObject({ status: 401, code: 'PGRST301' })
	for (const role of ['postgres', 'plaudit_login', 'auth_service', '', null])
		expect(await ask(library.token({ role }))).toMatchObject({ status: 403, code: '42501' })
})

it.each([
	[{ exp: 'tomorrow' }, "The JWT 'exp' claim must be a number"],
	[{ exp: null }, "The JWT 'exp' claim must be a number"],
	[{ nbf: '0' }, "The JWT 'nbf' claim must be a number"],
	[{ iat: {} }, "The JWT 'iat' claim must be a number"],
	[{ aud: 7 }, "The JWT 'aud' claim must be a string or an array of strings"],
	[{ aud: ['authenticated', 7] }, "The JWT 'aud' claim must be a string or an array of strings"],
])('a token whose claims have wrong types is refused: %j', async (claims, message) => {
	const headers = { authorization: `Bearer ${library.token({ sub: ada, ...claims })}` }
	const response = await library.request('/books', { headers })
	expect([response.status, await response.json()]).toMatchObject([
		401,
		{ code: 'PGRST303', message, details: null, hint: null },
	])
})

it('tokens for any audience are accepted, until the operator names one', async () => {
	const strict = await openLibrary({ audience: 'books' })
	const ask = async ({ request, token }: Library, aud: unknown) => {
		const headers = { authorization: `Bearer ${token({ sub: ada, aud })}` }
		const response = await request('/books?select=id&limit=0', { headers })
		return [response.status, ((await response.json()) as { message?: string }).message]
	}
	for (const aud of ['books', 'films', ['films', 'books'], [], undefined])
		expect(await ask(library, aud)).toEqual([200, undefined])
	for (const aud of ['books', ['films', 'books'], [], undefined])
		expect(await ask(strict, aud)).toEqual([200, undefined])
	for (const aud of ['films', '', ['films']]) expect(await ask(strict, aud)).toEqual([401, 'JWT not in audience'])
	// API keys belong to the project.
	expect((await strict.client().from('books').select('id').limit(0)).error).toBeNull()
	await strict.close()
})

it('opaque keys work like role tokens', async () => {
	for (const [key, role] of library.deps.keys.roleByApiKey) {
		const response = await library.request('/rpc/who', {
			headers: { apikey: key, authorization: `Bearer ${key}` },
		})
		expect(await response.json()).toMatchObject({ user: role })
	}
})
