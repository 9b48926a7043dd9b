import { afterAll, beforeAll, describe } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { testWireCases } from '#test/support/rest/wire-cases.ts'
import { asOwner } from '#test/support/test-database.ts'

const tables = `
create table public.languages (name text primary key, rank int default 3);
create view public.language_view as select * from public.languages;
alter view public.language_view alter column rank set default 9;
create table public.sizes (a text, b int, primary key (a, b));
create table public.loose (a text, b text);
create view public.sizes_view as select b as second, a as first from public.sizes;
create table public.sponsors (id int primary key);
create table public.teams (id int primary key, sponsor_id int references public.sponsors (id));
create view public.team_sponsors as select t.id, s.id as sponsor_id from public.teams t left join public.sponsors s on t.sponsor_id = s.id;
create function public.add_team() returns trigger language plpgsql security definer as
	$$ begin insert into public.teams values (new.id); return new; end $$;
create trigger instead instead of insert on public.team_sponsors for each row execute function public.add_team();
insert into public.languages values ('Java', 1), ('C', 2);
grant all on public.languages, public.language_view, public.sizes, public.loose, public.sizes_view, public.team_sponsors to service_role;
notify pgrst, 'reload schema';
`
let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(library.database, tables)
})
afterAll(() => library.close())

const full = { prefer: 'return=representation' }
const headersOnly = { prefer: 'return=headers-only' }
const uneven = {
	code: 'PGRST102',
	details: null,
	hint: null,
	message: 'All object keys must match',
}
const mismatch = {
	code: 'PGRST115',
	details: null,
	hint: null,
	message: 'Payload values do not match URL in primary key column(s)',
}

describe('what a body may be', () => {
	testWireCases(() => library, {
		'an array holds objects only': {
			ask: ['POST', '/languages', [{ name: 'x', rank: 1 }, 3]],
			status: 400,
			body: uneven,
		},
		'an array of texts is refused in the same words': {
			ask: ['POST', '/languages', ['x']],
			status: 400,
			body: uneven,
		},
		'an array of texts is refused also where columns are named': {
			ask: ['POST', '/languages?columns=name', ['x']],
			status: 400,
		},
		'what is neither object nor array is refused': {
			ask: ['POST', '/languages', '3'],
			status: 400,
			body: { ...uneven, message: 'Empty or invalid json' },
		},
		'an empty array inserts nothing': {
			ask: ['POST', '/languages', [], full],
			status: 201,
			headers: { 'content-range': '*/*' },
			body: [],
		},
		'no body is no JSON': {
			ask: ['POST', '/languages', ''],
			status: 400,
			body: { ...uneven, message: 'Empty or invalid json' },
		},
	})
})

describe('PATCH', () => {
	testWireCases(() => library, {
		'of several objects the first counts': {
			ask: ['PATCH', '/languages?name=eq.C', [{ rank: 7 }, { rank: 8 }], full],
			status: 200,
			headers: { 'content-range': '0-0/*' },
			body: [{ name: 'C', rank: 7 }],
		},
		'keys that are missing take the default where it is asked for': {
			ask: [
				'PATCH',
				'/languages?name=eq.C&columns=name,rank',
				{ name: 'C' },
				{ prefer: 'return=representation,missing=default' },
			],
			status: 200,
			headers: { 'preference-applied': 'missing=default, return=representation' },
			body: [{ name: 'C', rank: 3 }],
		},
		'keys that are missing are null otherwise': {
			ask: ['PATCH', '/languages?name=eq.C&columns=name,rank', { name: 'C' }, full],
			status: 200,
			body: [{ name: 'C', rank: null }],
		},
		'keys that are null stay null beside the defaults': {
			ask: [
				'PATCH',
				'/languages?name=eq.C&columns=name,rank',
				{ name: 'C', rank: null },
				{ prefer: 'return=representation,missing=default' },
			],
			status: 200,
			body: [{ name: 'C', rank: null }],
		},
		'a view has defaults of its own': {
			ask: [
				'PATCH',
				'/language_view?name=eq.C&columns=name,rank',
				{ name: 'C' },
				{ prefer: 'return=representation,missing=default' },
			],
			status: 200,
			body: [{ name: 'C', rank: 9 }],
		},
		'no object changes nothing': {
			ask: ['PATCH', '/languages?name=eq.C', []],
			status: 204,
			headers: { 'content-range': '*/*', 'content-type': null },
		},
	})
})

describe('PUT', () => {
	testWireCases(() => library, {
		'of several objects those of the key in the address count': {
			ask: [
				'PUT',
				'/languages?name=eq.Java',
				[
					{ name: 'Java', rank: 19 },
					{ name: 'Swift', rank: 12 },
				],
				{ ...full, accept: 'application/vnd.pgrst.object+json' },
			],
			status: 200,
			body: { name: 'Java', rank: 19 },
		},
		'the objects of other keys are not inserted': {
			ask: ['GET', '/languages?name=eq.Swift'],
			status: 200,
			body: [],
		},
		'an array of one object that is new is inserted': {
			ask: ['PUT', '/languages?name=eq.Go', [{ name: 'Go', rank: 5 }], full],
			status: 201,
			body: [{ name: 'Go', rank: 5 }],
		},
		'an empty array has not the key of the address': {
			ask: ['PUT', '/languages?name=eq.Go', []],
			status: 400,
			body: mismatch,
		},
		'another key is refused': {
			ask: ['PUT', '/languages?name=eq.Go', [{ name: 'Rust' }]],
			status: 400,
			body: mismatch,
		},
		'a range is not looked at': {
			ask: ['PUT', '/languages?name=eq.Go', { name: 'Go', rank: 6 }, { ...full, range: '1-1' }],
			status: 200,
			body: [{ name: 'Go', rank: 6 }],
		},
		'a table without a key is refused': {
			ask: ['PUT', '/loose?a=eq.x&b=eq.y', { a: 'x', b: 'y' }],
			status: 405,
		},
		'it applies neither defaults nor a limit of rows': {
			ask: [
				'PUT',
				'/languages?name=eq.Go&columns=name,rank',
				{ name: 'Go' },
				{ prefer: 'return=representation,missing=default,handling=strict,max-affected=0' },
			],
			status: 200,
			headers: { 'preference-applied': 'return=representation, handling=strict' },
			body: [{ name: 'Go', rank: null }],
		},
	})
})

describe('what else preferences do not reach', () => {
	testWireCases(() => library, {
		'an insert is not limited in rows': {
			ask: ['POST', '/loose', { a: 'x' }, { prefer: 'handling=strict,max-affected=0,return=minimal' }],
			status: 201,
			headers: { 'preference-applied': 'return=minimal, handling=strict' },
		},
		'a delete has no missing keys': {
			ask: ['DELETE', '/loose?a=eq.x', undefined, { prefer: 'missing=default,handling=lenient' }],
			status: 204,
			headers: { 'preference-applied': 'handling=lenient' },
		},
	})
})

describe('Location', () => {
	testWireCases(() => library, {
		'it names the whole key, with what must not stand in an address escaped': {
			ask: ['POST', '/sizes', { a: 'Rock & R+ll', b: 12 }, headersOnly],
			status: 201,
			headers: { location: '/sizes?a=eq.Rock%20%26%20R%2Bll&b=eq.12', 'content-range': '*/*' },
		},
		'of a view it names the columns of the view': {
			ask: ['POST', '/sizes_view', { first: 'x', second: 1 }, headersOnly],
			status: 201,
			headers: { location: '/sizes_view?first=eq.x&second=eq.1' },
		},
		'it asks for what is null by is': {
			ask: ['POST', '/team_sponsors', { id: 1 }, headersOnly],
			status: 201,
			headers: { location: '/team_sponsors?id=eq.1&sponsor_id=is.null' },
		},
		'it is absent where several rows were inserted': {
			ask: [
				'POST',
				'/sizes',
				[
					{ a: 'y', b: 1 },
					{ a: 'y', b: 2 },
				],
				headersOnly,
			],
			status: 201,
			headers: { location: null },
		},
		'it is absent where the rows themselves come back': {
			ask: ['POST', '/sizes', { a: 'z', b: 1 }, full],
			status: 201,
			headers: { location: null },
		},
		'it is absent where there is no key': {
			ask: ['POST', '/loose', { a: 'z' }, headersOnly],
			status: 201,
			headers: { location: null },
		},
	})
})
