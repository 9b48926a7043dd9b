import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(
		library.database,
		`create function public.kind(jsonb) returns text language sql immutable return jsonb_typeof($1);
		create function public.size(bytea) returns int language sql immutable return octet_length($1);
		create function public.root(xml) returns text language sql immutable return (xpath('name(/*)', $1))[1]::text;
		create function public.pick(object jsonb, words text[] default '{}') returns json language sql immutable
			return json_build_object('object', object, 'words', words);
		create function public.of_char(a char(9)) returns text language sql immutable as $$ select rpad(a::text, 5) $$;
		create function public.of_bit(a bit(9)) returns text language sql immutable as $$ select a::text $$;
		create function public.of_chars(a char(9)[]) returns text[] language sql immutable as $$ select a::text[] $$;
		create function public.of_bits(a bit(9)[]) returns text[] language sql immutable as $$ select a::text[] $$;
		create function public.of_varchar(a varchar(9)) returns text language sql immutable as $$ select a::text $$;
		create function public.none() returns public.books language sql stable
			begin atomic select * from public.books where false; end;
		create function public.setting_of(setting text) returns text language sql stable return current_setting(setting, true);
		create function public.stranger() returns json language sql stable
			return json_build_object('claims', current_setting('request.jwt.claims', true)::json, 'email', auth.email());
		grant execute on all functions in schema public to anon, authenticated, service_role`,
	)
})
afterAll(() => library.close())

async function post(path: string, body: BodyInit, type = 'application/json') {
	const headers = { 'content-type': type }
	const response = await library.request(`/rpc/${path}`, { method: 'POST', body, headers })
	return { status: response.status, body: (await response.json()) as unknown }
}

describe('a single parameter without a name takes the whole body', () => {
	it.each([
		['jsonb', 'kind', '[1]', 'application/json', 'array'],
		['bytes', 'size', new Uint8Array([0, 255, 10]), 'application/octet-stream', 3],
		['xml', 'root', '<a><b/></a>', 'text/xml', 'a'],
	])('a single unnamed parameter takes the whole body as %s', async (_, path, body, type, expected) => {
		expect(await post(path, body, type)).toEqual({ status: 200, body: expected })
	})
})

describe('arguments', () => {
	it('the official client posts a HEAD with object arguments, which is answered without a body', async () => {
		const asked = library.client().rpc('pick', { object: { a: 1 } }, { head: true })
		expect(await asked).toMatchObject({ status: 204, data: null, error: null })
	})

	it('list arguments work in the URL as in the body, and undefined ones take their default', async () => {
		const client = library.client()
		const words = ['a b', 'c"d', '']
		const { data } = await client.rpc('pick', { object: 1, words })
		expect(data).toEqual({ object: 1, words })
		const got = await client.rpc('pick', { object: 1, words: ['x', 'y'] }, { get: true })
		expect(got.data).toEqual({ object: 1, words: ['x', 'y'] })
		const bare = await client.rpc('pick', { object: 1, words: undefined }, { get: true })
		expect(bare.data).toEqual({ object: 1, words: [] })
	})

	it('the key of a variadic argument may repeat', async () => {
		const answer = await library.request('/rpc/total?n=1&n=2&n=4')
		expect(await answer.json()).toBe(7)
	})

	it('a POST without a body has no arguments', async () => {
		const answer = await library.request('/rpc/nothing', { method: 'POST' })
		expect(answer.status).toBe(204)
	})
})

it('a function of one row without a row answers an object of nulls, as PostgreSQL does', async () => {
	const { data } = await library.client().rpc('none').select('id,title')
	expect(data).toEqual({ id: null, title: null })
})

describe('a function may ask', () => {
	it('a function can read the claims, which always have the role', async () => {
		expect((await library.client().rpc('stranger')).data).toEqual({
			claims: { role: 'anon' },
			email: null,
		})
		const token = library.token({
			sub: '00000000-0000-4000-8000-00000000000a',
			email: 'a@b.example',
		})
		const { data } = await library.client({ token }).rpc('stranger')
		expect(data).toMatchObject({
			claims: { role: 'authenticated', email: 'a@b.example' },
			email: 'a@b.example',
		})
	})

	it('a function can read the method, the path, and the headers in lower case', async () => {
		const setting = async (name: string) => {
			const headers = { 'X-Odd-Case': 'Kept' }
			return (await library.request(`/rpc/setting_of?setting=${name}`, { headers })).json()
		}
		expect(await setting('request.method')).toBe('GET')
		expect(await setting('request.path')).toBe('/rpc/setting_of')
		const headers: unknown = JSON.parse(String(await setting('request.headers')))
		expect(headers).toMatchObject({ 'x-odd-case': 'Kept' })
		expect(JSON.parse(String(await setting('request.cookies')))).toEqual({})
	})

	it('a function cannot read settings of the previous caller', async () => {
		const headers = { cookie: 'mine=1', prefer: 'timezone=Asia/Tokyo' }
		const asked = Array.from({ length: 8 }, () => library.request('/rpc/who', { headers }))
		for (const answer of await Promise.all(asked)) expect(await answer.json()).toMatchObject({ zone: 'Asia/Tokyo' })
		const said = await library.request('/rpc/who', { headers: { cookie: 'a=mine' } })
		expect(await said.json()).toMatchObject({ cookie: 'mine' })
		const { data } = await library.client().rpc('who')
		expect(data).toMatchObject({ cookie: null })
		expect(data.zone).not.toBe('Asia/Tokyo')
	})
})

describe('arguments of types that have a length', () => {
	it.each([
		['char(n)', 'of_char', 'a', '"abc  "', 'abc  '],
		['bit(n)', 'of_bit', 'a', '"1011"', '1011'],
		['char(n)[]', 'of_chars', 'a', '["abc","de"]', ['abc', 'de']],
		['bit(n)[]', 'of_bits', 'a', '["101","11"]', ['101', '11']],
		['varchar', 'of_varchar', 'a', '"abc"', 'abc'],
	])(
		'an argument of a type with a length, %s, arrives whole from body and URL',
		async (_, name, key, json, expected) => {
			const client = library.client()
			const args = { [key]: JSON.parse(json) as unknown }
			expect(await client.rpc(name, args)).toMatchObject({ error: null, data: expected })
			const got = await client.rpc(name, args, { get: true })
			expect(got).toMatchObject({ error: null, data: expected })
		},
	)
})
