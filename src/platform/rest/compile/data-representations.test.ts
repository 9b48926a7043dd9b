import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

/** A colour is stored as a number and spoken as `#rrggbb`. */
const colours = `
create domain public.colour as integer check (value between 0 and 16777215);
create function public.colour_text(value json) returns public.colour language sql immutable strict
	return ('x' || lpad(substring(value #>> '{}', 2), 8, '0'))::bit(32)::int;
create function public.colour_from_text(value text) returns public.colour language sql immutable strict
	return ('x' || lpad(substring(value, 2), 8, '0'))::bit(32)::int;
create function public.colour_json(value public.colour) returns json language sql immutable strict
	return to_json('#' || lpad(to_hex(value), 6, '0'));
create cast (public.colour as json) with function public.colour_json(public.colour) as implicit;
create cast (json as public.colour) with function public.colour_text(json) as implicit;
create cast (text as public.colour) with function public.colour_from_text(text) as implicit;
create table public.paints (id int primary key, name text not null, hue public.colour, author_id int references public.authors (id));
grant select, insert, update, delete on public.paints to service_role;
grant execute on all functions in schema public to service_role;
insert into public.paints values (1, 'red', 16711680, 1), (2, 'ink', 255, 1), (3, 'none', null, 2);
`

let library: Library
let paints: ReturnType<Library['client']>
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(library.database, colours)
	paints = library.client('service_role')
})
afterAll(() => library.close())

describe('a domain with casts of its own', () => {
	it('a domain with casts is read as JSON in rows, columns, embeds and aliases', async () => {
		const { data: rows } = await paints.from('paints').select().order('id')
		expect(rows?.map(({ hue }) => hue)).toEqual(['#ff0000', '#0000ff', null])
		const { data: columns } = await paints.from('paints').select('h:hue,hue').eq('id', 1)
		expect(columns).toEqual([{ h: '#ff0000', hue: '#ff0000' }])
		const { data: embeds } = await paints.from('authors').select('paints(hue)').eq('id', 1)
		expect(embeds).toEqual([{ paints: [{ hue: '#ff0000' }, { hue: '#0000ff' }] }])
	})

	it('a domain with casts is cast after its conversion, as in PostgREST', async () => {
		const { data } = await paints.from('paints').select('hue::text,n:hue::text').eq('id', 2)
		expect(data).toEqual([{ hue: '"#0000ff"', n: '"#0000ff"' }])
	})

	it.each([
		['hue=eq.%230000ff', [2]],
		['hue=neq.%230000ff', [1]],
		['hue=in.(%230000ff,%23ff0000)', [1, 2]],
		['hue=eq(any).{%230000ff}', [2]],
		['hue=isdistinct.%230000ff', [1, 3]],
		['hue=is.null', [3]],
		['or=(hue.eq.%23ff0000,id.eq.3)', [1, 3]],
	])('a domain with casts is filtered by its text form: %s', async (filter, ids) => {
		const response = await library.request(`/paints?select=id&order=id&${filter}`, {
			headers: { apikey: library.deps.keys.serviceRoleKey },
		})
		expect(((await response.json()) as { id: number }[]).map(({ id }) => id)).toEqual(ids)
	})

	it('a domain with casts is ordered and grouped by the stored value', async () => {
		const { data } = await paints.from('paints').select('hue,count()').order('hue')
		expect(data).toEqual([
			{ hue: '#0000ff', count: 1 },
			{ hue: '#ff0000', count: 1 },
			{ hue: null, count: 1 },
		])
	})

	it('a domain with casts is written as JSON', async () => {
		const made = await paints
			.from('paints')
			.insert([{ id: 4, name: 'sea', hue: '#00ff80' }])
			.select()
		expect(made.data).toEqual([{ id: 4, name: 'sea', hue: '#00ff80', author_id: null }])
		const changed = await paints.from('paints').update({ hue: '#000001' }).eq('id', 4).select('hue')
		expect(changed.data).toEqual([{ hue: '#000001' }])
		const merged = await paints.from('paints').upsert({ id: 4, name: 'sea', hue: null }).select('hue').single()
		expect(merged.data).toEqual({ hue: null })
	})

	it('a value that the casts of a domain refuse is refused', async () => {
		const { error } = await paints.from('paints').select().eq('hue', 'green')
		expect(error?.code).toBe('22P02')
	})
})
