import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

/** Media types as operators make them: domains of their names, over bytes or text. */
const makers = `
create domain public."image/png" as bytea;
create domain public."text/plain" as text;
create domain public."text/html" as text;
create domain public."application/octet-stream" as bytea;
create domain public."*/*" as bytea;
create domain public."application/vnd.titles" as text;
create domain public."text/x-count" as text;
create function public.logo() returns public."image/png" language sql immutable return '\\x89504e47'::public."image/png";
create function public.poem() returns public."text/plain" language sql immutable return E'Zażółć\\n"so"'::public."text/plain";
create function public.page(name text) returns public."text/html" language sql immutable return ('<h1>' || name || '</h1>')::public."text/html";
create function public.raw_bytes(bytea) returns public."application/octet-stream" language sql immutable return $1::public."application/octet-stream";
create function public.nothing_here() returns public."image/png" language sql immutable return null::public."image/png";
create function public.anything() returns public."*/*" language plpgsql as $$ begin
	perform set_config('response.headers', '[{"Content-Type":"audio/flac"}]', true);
	return '\\x664c6143'; end $$;
create function public.add_title(state text, b public.books) returns text language sql immutable return state || b.title || E'\\n';
create aggregate public.titles(public.books) (sfunc = public.add_title, stype = text, initcond = '', finalfunc = public.finish);
create function public.count_up(state int, any_row anyelement) returns int language sql immutable as 'select state + 1';
create function public.tell(state int) returns public."text/x-count" language sql immutable return ('rows: ' || state)::public."text/x-count";
create aggregate public.tally(anyelement) (sfunc = public.count_up, stype = int, initcond = '0', finalfunc = public.tell);
`
// The function that PostGIS brings: a stand-in that makes a feature of the columns x and y.
const geo = `
create schema gis;
create function gis.st_asgeojson(r record, geom_column text default '', digits int default 9, pretty bool default false)
	returns text language plpgsql stable as $$ begin return json_build_object('type', 'Feature', 'properties', to_json(r)); end $$;
grant usage on schema gis to anon, authenticated, service_role;
grant execute on all functions in schema gis to anon, authenticated, service_role;
`

let library: Library
let plain: Library
beforeAll(async () => {
	library = await openLibrary()
	plain = await openLibrary()
	const finish =
		'create function public.finish(state text) returns public."application/vnd.titles" language sql immutable return state::public."application/vnd.titles";'
	const domains = makers.indexOf('create function')
	await asOwner(library.database, makers.slice(0, domains) + finish + makers.slice(domains) + geo)
	await asOwner(
		library.database,
		'grant execute on all functions in schema public to anon, authenticated, service_role',
	)
})
afterAll(async () => {
	await library.close()
	await plain.close()
})

const ask = async (path: string, accept?: string, init: RequestInit = {}) => {
	const headers = { ...init.headers, ...(accept === undefined ? {} : { accept }) }
	const response = await library.request(path, { ...init, headers })
	return {
		status: response.status,
		type: response.headers.get('content-type'),
		body: Buffer.from(await response.arrayBuffer()).toString(),
	}
}

describe('a function that returns a media type', () => {
	it.each([
		['/rpc/logo', 'image/png', 'image/png', '\ufffdPNG'],
		['/rpc/logo', 'image/*', 'image/png', '\ufffdPNG'],
		['/rpc/logo', 'text/html;q=0.5, */*', 'image/png', '\ufffdPNG'],
		['/rpc/logo', undefined, 'image/png', '\ufffdPNG'],
		['/rpc/logo', 'application/json', 'application/json; charset=utf-8', '"\\\\x89504e47"'],
		['/rpc/poem', 'text/plain', 'text/plain; charset=utf-8', 'Zażółć\n"so"'],
		['/rpc/page?name=Ada', 'text/html', 'text/html', '<h1>Ada</h1>'],
		['/rpc/nothing_here', 'image/png', 'image/png', ''],
		['/rpc/anything', '*/*', 'audio/flac', 'fLaC'],
	])('a function with a media type, %s, asked for %s, answers %s', async (path, accept, type, body) => {
		expect(await ask(path, accept)).toEqual({ status: 200, type, body })
	})

	it('a media type over bytea is answered as bytes', async () => {
		const response = await library.request('/rpc/raw_bytes', {
			method: 'POST',
			headers: { 'content-type': 'application/octet-stream', accept: 'application/octet-stream' },
			body: new Uint8Array([0, 255, 10, 13]),
		})
		expect(response.headers.get('content-type')).toBe('application/octet-stream')
		expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 10, 13])
	})

	it('a media type that was not declared is not available', async () => {
		const { status, body } = await ask('/rpc/logo', 'image/gif')
		expect([status, JSON.parse(body).code]).toEqual([406, 'PGRST107'])
		expect((await ask('/books', 'image/png')).status).toBe(406)
	})

	it('HEAD of a custom media type has no body', async () => {
		const answer = await ask('/rpc/logo', 'image/png', { method: 'HEAD' })
		expect(answer).toEqual({ status: 200, type: 'image/png', body: '' })
	})
})

describe('an aggregate that makes a media type', () => {
	it('an aggregate of a relation takes no rows with selected columns, as in PostgREST', async () => {
		for (const select of ['id', 'title,id', 'id,title', '*,id'])
			expect(await ask(`/books?select=${select}`, 'application/vnd.titles')).toMatchObject({
				status: 406,
				body: expect.stringContaining('PGRST107'),
			})
		expect(await ask('/books?select=id&limit=2', 'text/x-count')).toMatchObject({ status: 200 })
	})

	it('an aggregate of a relation overrides one of any relation', async () => {
		await asOwner(
			library.database,
			`create function public.add_author(state int, b public.authors) returns int language sql immutable as 'select state + 1';
			create function public.tell_authors(state int) returns public."text/x-count" language sql immutable
				return ('authors: ' || state)::public."text/x-count";
			create aggregate public.author_count(public.authors) (sfunc = public.add_author, stype = int, initcond = '0', finalfunc = public.tell_authors);
			grant execute on all functions in schema public to anon`,
		)
		const told = () => ask('/authors', 'text/x-count')
		await expect.poll(told).toMatchObject({ body: 'authors: 3' })
		expect(await ask('/books?limit=2', 'text/x-count')).toMatchObject({ body: 'rows: 2' })
	})

	it('an aggregate takes the rows of its relation', async () => {
		const titles = 'application/vnd.titles'
		expect(await ask('/books?id=lt.3&order=id', titles)).toEqual({
			status: 200,
			type: titles,
			body: 'Engines\nNotes\n',
		})
		expect(await ask('/rpc/books_by?author=1', titles)).toMatchObject({ body: 'Engines\nNotes\n' })
		expect((await ask('/authors', titles)).status).toBe(406)
	})

	it('an aggregate over anyelement takes any rows', async () => {
		expect(await ask('/authors?select=name', 'text/x-count')).toEqual({
			status: 200,
			type: 'text/x-count',
			body: 'rows: 3',
		})
	})

	it('an aggregate refuses aliases, which would have to be part of the statement', async () => {
		const { status, body } = await ask('/authors?select=n:name', 'text/x-count')
		expect([status, JSON.parse(body)]).toEqual([
			400,
			{
				code: 'PGRST127',
				message: 'Feature not implemented',
				details: "'n' cannot be the name of a column in this media type.",
				hint: null,
			},
		])
	})
})

describe('application/geo+json', () => {
	const geojson = 'application/geo+json'
	it('GeoJSON is a feature collection where PostGIS is installed', async () => {
		const { status, type, body } = await ask('/genres?select=id&id=lt.3&order=id', geojson)
		expect([status, type, JSON.parse(body)]).toEqual([
			200,
			'application/geo+json; charset=utf-8',
			{
				type: 'FeatureCollection',
				features: [
					{ type: 'Feature', properties: { id: 1 } },
					{ type: 'Feature', properties: { id: 2 } },
				],
			},
		])
		const { data } = await library.client().from('genres').select('id').eq('id', 9).geojson()
		expect(data).toEqual({ type: 'FeatureCollection', features: [] })
	})

	it('GeoJSON is not available without PostGIS', async () => {
		const { error, status } = await plain.client().from('genres').select().geojson()
		expect([status, error]).toEqual([
			406,
			expect.objectContaining({
				code: 'PGRST107',
				message: 'None of these media types are available: application/geo+json',
			}),
		])
	})
})
