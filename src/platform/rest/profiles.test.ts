import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/settings.ts'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { testWireCases } from '#test/support/rest/wire-cases.ts'
import { asOwner } from '#test/support/test-database.ts'

/** As https://docs.postgrest.org/en/stable/references/api/schemas.html tells. */
const special = 'SPECIAL "@/\\#~_-'
const comma = 'a, b'
const unicode = 'موارد'
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const schemaOf = (name: string) => `
create schema ${quote(name)}; grant usage on schema ${quote(name)} to anon, service_role;
create table ${quote(name)}.parents (id int primary key, name text);
create table ${quote(name)}.children (id int primary key, parent_id int references ${quote(name)}.parents);
insert into ${quote(name)}.parents values (1, 'one');
create function ${quote(name)}.parent_of(${quote(name)}.children) returns setof ${quote(name)}.parents rows 1 language sql stable
	as $$ select * from ${quote(name)}.parents where id = $1.parent_id $$;
create function ${quote(name)}.below(top int) returns setof ${quote(name)}.parents language sql stable
	as $$ select * from ${quote(name)}.parents where id < top $$;
grant all on all tables in schema ${quote(name)} to anon, service_role;
grant execute on all functions in schema ${quote(name)} to anon, service_role;
`
let library: Library
beforeAll(async () => {
	library = await openLibrary({ schemas: ['v1', special, comma, unicode] })
	await asOwner(library.database, ['v1', special, comma, unicode].map(schemaOf).join(''))
})
afterAll(() => library.close())

const full = { prefer: 'return=representation' }
/** Fetch sends and gives the bytes of a header as Latin-1. */
const bytesOf = (text: string) => Buffer.from(text).toString('latin1')
const one = [{ id: 1, name: 'one' }]

describe('the default schema', () => {
	testWireCases(() => library, {
		'it is named also when nobody asked': {
			ask: ['GET', '/parents'],
			status: 200,
			headers: { 'content-profile': 'v1' },
			body: one,
		},
		'it is named for rows of functions': {
			ask: ['GET', '/rpc/below?top=6'],
			status: 200,
			headers: { 'content-profile': 'v1' },
			body: one,
		},
		'it is named without a body for HEAD': {
			ask: ['HEAD', '/parents'],
			status: 200,
			headers: { 'content-profile': 'v1' },
		},
		'it is named by the document': {
			ask: ['GET', '/'],
			status: 200,
			headers: { 'content-profile': 'v1' },
		},
		'it is named where a write gives rows back': {
			ask: ['POST', '/parents', { id: 2, name: 'two' }, full],
			status: 201,
			headers: { 'content-profile': 'v1' },
		},
		'it is not named where a write gives nothing back': {
			ask: ['DELETE', '/parents?id=eq.2'],
			status: 204,
			headers: { 'content-profile': null },
		},
	})
})

describe('another schema', () => {
	testWireCases(() => library, {
		'it may be called by any signs': {
			ask: ['GET', '/parents', undefined, { 'accept-profile': special }],
			status: 200,
			headers: { 'content-profile': special },
			body: one,
		},
		'it may have a comma in its name': {
			ask: ['GET', '/parents', undefined, { 'accept-profile': comma }],
			status: 200,
			headers: { 'content-profile': comma },
			body: one,
		},
		'its name may be in any script': {
			ask: ['GET', '/parents', undefined, { 'accept-profile': bytesOf(unicode) }],
			status: 200,
			headers: { 'content-profile': bytesOf(unicode) },
			body: one,
		},
		'keys, computed relationships and functions work in it': {
			ask: [
				'POST',
				'/children?select=id,parents(name),parent_of(name)',
				{ id: 1, parent_id: 1 },
				{ ...full, 'content-profile': special },
			],
			status: 201,
			headers: { 'content-profile': special },
			body: [{ id: 1, parents: { name: 'one' }, parent_of: { name: 'one' } }],
		},
		'a POST of a function names it as a write does': {
			ask: ['POST', '/rpc/below?select=id', { top: '6' }, { 'content-profile': comma }],
			status: 200,
			headers: { 'content-profile': comma },
			body: [{ id: 1 }],
		},
		'OPTIONS names it as a read does': {
			ask: ['OPTIONS', '/children', undefined, { 'accept-profile': special }],
			status: 200,
			headers: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' },
		},
		'a read does not look at the profile of writes': {
			ask: ['GET', '/parents', undefined, { 'content-profile': 'nowhere' }],
			status: 200,
			headers: { 'content-profile': 'v1' },
		},
		'one that is not exposed is refused with those that are': {
			ask: ['GET', '/parents', undefined, { 'accept-profile': 'public' }],
			status: 406,
			body: {
				code: 'PGRST106',
				details: null,
				hint: `Only the following schemas are exposed: v1, ${special}, ${comma}, ${unicode}`,
				message: 'Invalid schema: public',
			},
		},
		'one that is not exposed has no document': {
			ask: ['GET', '/', undefined, { 'accept-profile': 'public' }],
			status: 406,
		},
	})
})

it.each([
	['public', ['public']],
	['public, shop', ['public', 'shop']],
	['my shop ,other', ['my shop', 'other']],
	[`v1,${special}`, ['v1', special]],
	['"a, b", "say ""hi""",c', ['a, b', 'say "hi"', 'c']],
])('the setting %s exposes %j', (written, names) => {
	expect(readConfig({ REST_SCHEMAS: written }).config.REST_SCHEMAS).toEqual(names)
})
