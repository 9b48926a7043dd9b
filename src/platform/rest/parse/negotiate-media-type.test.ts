import { afterAll, beforeAll, describe } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { testWireCases } from '#test/support/rest/wire-cases.ts'
import { asOwner } from '#test/support/test-database.ts'

/** Handlers as https://docs.postgrest.org/en/stable/references/api/media_type_handlers.html makes them. */
const handlers = `
create domain public."application/json" as json;
create domain public."application/vnd.pgrst.object" as text;
create domain public."text/html" as text;
create domain public."text/xml" as xml;
create domain public."text/x-lines" as text;
create domain public."text/x-names" as text;
create domain public."*/*" as bytea;
create function public.page_of(name text) returns public."text/html" language sql immutable return ('<h1>' || name || '</h1>')::public."text/html";
create function public.note_of() returns public."text/xml" language sql immutable return '<note/>'::public."text/xml";
create function public.bytes_of() returns public."*/*" language sql immutable return '\\x616e79'::public."*/*";
create function public.choosy() returns public."*/*" language plpgsql as $$
	declare accepted text := current_setting('request.headers', true)::json ->> 'accept';
	begin
		if accepted not in ('*/*', 'app/chico') then
			raise sqlstate 'PT406' using message = 'Not Acceptable';
		end if;
		perform set_config('response.headers', '[{"Content-Type":"app/chico"}]', true);
		return 'chico'::bytea;
	end $$;
create function public.over_json(state json, r public.genres) returns public."application/json" language sql immutable
	return '{"over":true}'::public."application/json";
create aggregate public.genres_json(public.genres) (sfunc = over_json, stype = public."application/json", initcond = '{}');
create function public.over_object(state text, r public.genres) returns public."application/vnd.pgrst.object" language sql immutable
	return 'never'::public."application/vnd.pgrst.object";
create aggregate public.genres_object(public.genres) (sfunc = over_object, stype = public."application/vnd.pgrst.object");
create function public.add_line(state public."text/x-lines", r anyelement) returns public."text/x-lines" language sql immutable
	as $$ select (coalesce(state, '') || r::text || E'\\n')::public."text/x-lines" $$;
create aggregate public.lines(anyelement) (sfunc = add_line, stype = public."text/x-lines");
create function public.add_own_line(state public."text/x-lines", r public.authors) returns public."text/x-lines" language sql immutable
	return 'authors only'::public."text/x-lines";
create aggregate public.author_lines(public.authors) (sfunc = add_own_line, stype = public."text/x-lines");
create function public.add_name(state public."text/x-names", r public.genres) returns public."text/x-names" language sql immutable
	return (coalesce(state, '') || r.name || ' ')::public."text/x-names";
create aggregate public.a_names(public.genres) (sfunc = add_name, stype = public."text/x-names");
create function public.add_any(state public."*/*", r public.book_details) returns public."*/*" language sql immutable
	return (coalesce(state, ''::bytea) || convert_to(r.summary, 'utf8'))::public."*/*";
create aggregate public.any_details(public.book_details) (sfunc = add_any, stype = public."*/*");
create function public.all_genres() returns setof public.genres language sql stable begin atomic select * from public.genres; end;
grant execute on all functions in schema public to anon, service_role;
notify pgrst, 'reload schema';
`
let library: Library
beforeAll(async () => {
	library = await openLibrary({ plans: true })
	await asOwner(library.database, handlers)
})
afterAll(() => library.close())

const json = 'application/json; charset=utf-8'
const object = 'application/vnd.pgrst.object+json'
const accept = (type: string) => ({ accept: type })
const refused = (types: string) => ({
	code: 'PGRST107',
	details: null,
	hint: null,
	message: `None of these media types are available: ${types}`,
})

describe('built-in types', () => {
	testWireCases(() => library, {
		'arrays whose nulls stay are plain JSON': {
			ask: ['GET', '/genres?id=eq.0', undefined, accept('application/vnd.pgrst.array+json')],
			status: 200,
			headers: { 'content-type': json },
		},
		'arrays without nulls are named by their own type': {
			ask: [
				'GET',
				'/authors?id=eq.3&select=id,born',
				undefined,
				accept('application/vnd.pgrst.array+json;nulls=stripped'),
			],
			status: 200,
			headers: {
				'content-type': 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
			},
			body: [{ id: 3 }],
		},
		'the quality decides': {
			ask: ['GET', '/authors?limit=0', undefined, accept('text/csv;q=0.8,application/json;q=0.9')],
			status: 200,
			headers: { 'content-type': json },
		},
		'of the same quality the more specific type wins': {
			ask: ['GET', '/authors?limit=0', undefined, accept('*/*, text/csv')],
			status: 200,
			headers: { 'content-type': 'text/csv; charset=utf-8' },
		},
		'a type that nothing makes is passed over for the next': {
			ask: ['GET', '/books?limit=0', undefined, accept('text/plain, application/json')],
			status: 200,
			headers: { 'content-type': json },
		},
		'what cannot be made is listed without parameters': {
			ask: ['GET', '/books', undefined, accept('text/plain;q=0.5, image/png;a=b')],
			status: 406,
			headers: { 'content-type': json },
			body: refused('image/png, text/plain'),
		},
		'what is no media type is repeated as it came': {
			ask: ['GET', '/books', undefined, accept('undefined')],
			status: 406,
			body: refused('undefined'),
		},
		'a plan names the type that it is for as the answer would': {
			ask: ['GET', '/books', undefined, accept('application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object"')],
			status: 200,
			headers: {
				'content-type': `application/vnd.pgrst.plan+json; for="${object}"; charset=utf-8`,
			},
		},
		'a plan for a type that nothing makes is refused': {
			ask: ['GET', '/books', undefined, accept('application/vnd.pgrst.plan; for="image/png"')],
			status: 406,
		},
		'the address of the document has no other types': {
			ask: ['GET', '/books', undefined, accept('application/openapi+json')],
			status: 406,
		},
	})
})

describe('types that functions make', () => {
	testWireCases(() => library, {
		'a type of the operator is answered as it is named': {
			ask: ['GET', '/rpc/page_of?name=Ada', undefined, accept('text/html')],
			status: 200,
			headers: { 'content-type': 'text/html' },
			body: '<h1>Ada</h1>',
		},
		'text that PostgREST knows keeps its charset': {
			ask: ['GET', '/rpc/note_of', undefined, accept('text/xml')],
			status: 200,
			headers: { 'content-type': 'text/xml; charset=utf-8' },
			body: '<note/>',
		},
		'a scalar function of no media type makes none': {
			ask: ['GET', '/rpc/greet?name=a', undefined, accept('text/xml')],
			status: 406,
			body: refused('text/xml'),
		},
		'a function that makes anything answers every type with bytes': {
			ask: ['GET', '/rpc/bytes_of', undefined, accept('image/boingo')],
			status: 200,
			headers: { 'content-type': 'application/octet-stream' },
			body: 'any',
		},
		'a function that makes anything is not overtaken by JSON': {
			ask: ['GET', '/rpc/bytes_of', undefined, accept('application/json')],
			status: 200,
			headers: { 'content-type': 'application/octet-stream' },
			body: 'any',
		},
		'a function that makes anything may say what it made': {
			ask: ['GET', '/rpc/choosy', undefined, accept('app/chico')],
			status: 200,
			headers: { 'content-type': 'app/chico' },
			body: 'chico',
		},
		'a function that makes anything may refuse a type': {
			ask: ['GET', '/rpc/choosy', undefined, accept('text/csv')],
			status: 406,
		},
	})
})

describe('types that aggregates make of tables', () => {
	testWireCases(() => library, {
		'an aggregate takes the place of JSON': {
			ask: ['GET', '/genres', undefined, accept('application/json')],
			status: 200,
			headers: { 'content-type': json },
			body: { over: true },
		},
		'an aggregate never takes the place of a type of PostgREST': {
			ask: ['GET', '/genres?id=eq.1&select=id', undefined, accept('application/vnd.pgrst.object')],
			status: 200,
			headers: { 'content-type': `${object}; charset=utf-8` },
			body: { id: 1 },
		},
		'rows of a function are made by the aggregate of their table': {
			ask: ['GET', '/rpc/all_genres', undefined, accept('text/x-names')],
			status: 200,
			headers: { 'content-type': 'text/x-names' },
			body: 'science travel poetry ',
		},
		'an aggregate of any rows takes the columns that are selected': {
			ask: ['GET', '/genres?id=lt.3&select=name,id', undefined, accept('text/x-lines')],
			status: 200,
			headers: { 'content-type': 'text/x-lines' },
			body: '(science,1)\n(travel,2)\n',
		},
		'an aggregate of one table goes before one of any rows': {
			ask: ['GET', '/authors', undefined, accept('text/x-lines')],
			status: 200,
			body: 'authors only',
		},
		'an aggregate of one table does not fit fewer columns': {
			ask: ['GET', '/genres?select=id', undefined, accept('text/x-names')],
			status: 406,
			body: refused('text/x-names'),
		},
		'an aggregate of one table does not fit the same columns when they are named': {
			ask: ['GET', '/genres?select=id,name', undefined, accept('text/x-names')],
			status: 406,
		},
		'an aggregate of one table does not fit embeds': {
			ask: ['GET', '/genres?select=*,books(id)', undefined, accept('text/x-names')],
			status: 406,
		},
		'where it does not fit, one of any rows takes over': {
			ask: ['GET', '/authors?select=id&id=eq.1', undefined, accept('text/x-lines')],
			status: 200,
			body: '(1)\n',
		},
		'an aggregate that makes anything answers every type': {
			ask: ['GET', '/book_details?book_id=eq.1', undefined, accept('magic/number')],
			status: 200,
			headers: { 'content-type': 'application/octet-stream' },
			body: 'Cogs.',
		},
		'a write is answered by the aggregate of its table': {
			ask: [
				'PATCH',
				'/genres?id=eq.1',
				{ name: 'science' },
				{ ...accept('text/x-names'), prefer: 'return=representation' },
			],
			status: 200,
			headers: { 'content-type': 'text/x-names' },
			body: 'science ',
		},
		'no table has a type that only another has': {
			ask: ['GET', '/books', undefined, accept('text/x-names')],
			status: 406,
		},
	})
})
