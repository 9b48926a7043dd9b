import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeSchema } from '#platform/rest/handle/openapi/openapi.ts'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'
import type { Catalog, Relation } from './catalog.ts'
import { readCatalog } from './read-catalog.ts'

/** Two tables and their junction, each under twelve views. Applied by the superuser. */
const manyViews = `
create table public.left_side (id int primary key);
create table public.right_side (id int primary key);
create table public.both_sides (
	left_id int references public.left_side, right_id int references public.right_side, primary key (left_id, right_id)
);
do $$ begin
	for n in 1..12 loop
		execute format('create view public.left_side_%s as select * from public.left_side', n);
		execute format('create view public.right_side_%s as select * from public.right_side', n);
		execute format('create view public.both_sides_%s as select * from public.both_sides', n);
	end loop;
end $$`

let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(library.database, manyViews)
})
afterAll(() => library.close())

it('the OpenAPI document reads the foreign keys of each relation once and no junction', async () => {
	const catalog = await readCatalog(library.deps.db, ['public'])
	const { relationships } = catalog
	const relations = [...(catalog.relations.get('public')?.values() ?? [])]
	const asked: Relation[] = []
	let found = 0
	const counted: Catalog = {
		...catalog,
		relationships: {
			has: (from) => relationships.has(from),
			get: () => expect.unreachable('the document needs no relationships through junctions'),
			outward(from) {
				asked.push(from)
				const outward = relationships.outward(from)
				found += from.name.includes('_side') ? outward.length : 0
				return outward
			},
		},
	}
	const seen = { relations, routines: [], comment: undefined }
	const { definitions } = describeSchema(counted, seen, 'http://localhost/rest/v1', 'public')
	expect(asked).toEqual(relations)
	// 13 junctions, each with 13 ways to either side.
	expect(found).toBe(13 * 26)
	const definition = (definitions as Record<string, unknown>).both_sides_7
	expect(definition).toMatchObject({
		properties: { left_id: { description: expect.stringContaining("<fk table='left_side' ") } },
	})
})
