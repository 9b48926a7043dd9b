import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

const described = `
comment on schema public is E'My API\\nof books\\nand more';
create table public.shelves (id int primary key, book_id int references public.books (id));
create view public.shelf_view as select * from public.shelves;
create view public.book_view as select * from public.books;
comment on table public.shelves is E'All shelves\\n\\nin all\\nrooms';
comment on column public.shelves.id is 'Its number';
create table public.kinds (
	a_varchar varchar(20), a_char char, a_text text default 'so', a_bool bool default false, a_bigint bigint default 42,
	a_numeric numeric(8, 2) default 42.2, a_date date default '1900-01-01', a_time time default '13:00:00',
	a_json jsonb default '{}', texts text[], jsons json[], kind public.binding
);
create function public.varied(number int, list text[], object json default '{}') returns int language sql immutable return number;
comment on function public.varied is E'Varies\\n\\na lot';
grant all on public.shelves, public.shelf_view, public.kinds, public.book_view to service_role;
grant execute on function public.varied to service_role;
notify pgrst, 'reload schema';
`
let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(library.database, described)
})
afterAll(() => library.close())

type Document = {
	paths: Record<string, Record<string, { parameters: { name: string }[] }>>
	definitions: Record<string, { required?: string[]; properties: Record<string, object> }>
}

it('the OpenAPI document describes only what the caller may see', async () => {
	const response = await library.request('/')
	expect(response.headers.get('content-type')).toContain('application/openapi+json')
	const { paths, definitions } = (await response.json()) as Document
	expect(paths['/books']).toBeDefined()
	expect(paths['/secrets']).toBeUndefined()
	expect(Object.keys(paths['/rpc/add'] ?? {})).toEqual(['get', 'post'])
	expect(Object.keys(paths['/rpc/nothing'] ?? {})).toEqual(['post'])
	expect(definitions.books).toMatchObject({
		required: ['id', 'title', 'author_id', 'binding'],
		properties: {
			id: { type: 'integer', format: 'integer' },
			price: { type: 'number', format: 'numeric' },
			binding: { enum: ['hard', 'soft'] },
		},
	})
})

it('the root answers HEAD and refuses other media types', async () => {
	const head = await library.request('/', { method: 'HEAD' })
	expect([head.status, await head.text()]).toEqual([200, ''])
	const csv = await library.request('/', { headers: { accept: 'text/csv' } })
	expect(csv.status).toBe(406)
})

describe('the document', () => {
	const described = async () => (await library.requestAsService('GET', '/')).json()
	const refs = (names: string[]) => names.map((name) => ({ $ref: `#/parameters/${name}` }))
	const paging = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']

	it('the OpenAPI document takes its title and description from the comment of the schema', async () => {
		expect((await described()).info).toMatchObject({
			title: 'My API',
			description: 'of books\nand more',
		})
	})

	it('the OpenAPI document describes tables by comments, filters and rows', async () => {
		const { paths, parameters } = await described()
		expect(paths['/shelves'].get).toMatchObject({
			tags: ['shelves'],
			summary: 'All shelves',
			description: 'in all\nrooms',
			parameters: refs(['rowFilter.shelves.id', 'rowFilter.shelves.book_id', ...paging]),
			responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/shelves' } } } },
		})
		expect(paths['/shelves'].post.parameters).toEqual(refs(['body.shelves', 'select', 'preferPost']))
		expect(paths['/shelves'].post.responses[201].description).toBe('Created')
		expect(paths['/shelves'].patch.responses[204].description).toBe('No Content')
		expect(paths['/shelves'].delete.responses[204].description).toBe('No Content')
		expect(parameters['rowFilter.shelves.id']).toMatchObject({ name: 'id', in: 'query' })
		const used = new Set<string>()
		JSON.stringify(paths, (key, value) => {
			if (key === '$ref' && value.startsWith('#/parameters/')) used.add(value.slice(13))
			return value
		})
		for (const name of used) expect(parameters).toHaveProperty([name])
	})

	it('the OpenAPI document names the keys of tables and views', async () => {
		const { definitions } = await described()
		expect(definitions.shelves.properties).toEqual({
			id: {
				type: 'integer',
				format: 'integer',
				description: 'Its number\n\nNote:\nThis is a Primary Key.<pk/>',
			},
			book_id: {
				type: 'integer',
				format: 'integer',
				description: "Note:\nThis is a Foreign Key to `books.id`.<fk table='books' column='id'/>",
			},
		})
		expect(definitions.shelf_view.properties.book_id).toEqual(definitions.shelves.properties.book_id)
		expect(definitions.shelves.required).toEqual(['id'])
		expect(definitions.shelf_view.required).toBeUndefined()
	})

	it.each([
		['a_varchar', { type: 'string', format: 'character varying', maxLength: 20 }],
		['a_char', { type: 'string', format: 'character', maxLength: 1 }],
		['a_text', { type: 'string', format: 'text', default: 'so' }],
		['a_bool', { type: 'boolean', format: 'boolean', default: false }],
		['a_bigint', { type: 'integer', format: 'bigint', default: 42 }],
		['a_numeric', { type: 'number', format: 'numeric', default: 42.2 }],
		['a_date', { type: 'string', format: 'date', default: '1900-01-01' }],
		['a_time', { type: 'string', format: 'time without time zone', default: '13:00:00' }],
		['a_json', { format: 'jsonb' }],
		['texts', { type: 'array', format: 'text[]', items: { type: 'string' } }],
		['jsons', { type: 'array', format: 'json[]', items: {} }],
		['kind', { type: 'string', format: 'public.binding', enum: ['hard', 'soft'] }],
	])('the OpenAPI document has the type of the column %s', async (name, expected) => {
		expect((await described()).definitions.kinds.properties[name]).toEqual(expected)
	})

	it('the OpenAPI document describes functions by comments and arguments', async () => {
		const { paths } = await described()
		const { get, post } = paths['/rpc/varied']
		expect(get).toMatchObject({ summary: 'Varies', description: 'a lot', tags: ['(rpc) varied'] })
		expect(get.parameters).toEqual([
			{ name: 'number', in: 'query', required: true, type: 'integer', format: 'integer' },
			{ name: 'list', in: 'query', required: true, type: 'string', format: 'text[]' },
			{ name: 'object', in: 'query', required: false, type: 'string', format: 'json' },
		])
		expect(post.parameters[0].schema).toEqual({
			type: 'object',
			description: 'Varies\n\na lot',
			required: ['number', 'list'],
			properties: {
				number: { type: 'integer', format: 'integer' },
				list: { type: 'array', format: 'text[]', items: { type: 'string' } },
				object: { format: 'json' },
			},
		})
		expect(paths['/rpc/total'].get.parameters).toEqual([
			{
				name: 'n',
				in: 'query',
				required: true,
				type: 'array',
				collectionFormat: 'multi',
				items: { type: 'integer', format: 'integer' },
			},
		])
	})

	it('the OpenAPI document lists its own path and no security definitions', async () => {
		const { paths, security, securityDefinitions } = await described()
		expect(paths['/'].get.tags).toEqual(['Introspection'])
		expect([security, securityDefinitions]).toEqual([undefined, undefined])
	})
})
