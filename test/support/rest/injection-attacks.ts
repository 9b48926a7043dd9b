import fc from 'fast-check'

/** Part of every hostile text, so that it can be detected anywhere. */
export const marker = 'zq7vx'

/** One request with a hostile text in one position of the grammar. */
export type Attack = { position: string; method: string; path: string; init: RequestInit }

const attacks = [
	`"; drop table books; --`,
	`'; drop table books; --`,
	`') or 1=1 --`,
	`") or 1=1 --`,
	`/* */ or 1=1`,
	`*/ select 1 /*`,
	`$1`,
	`$$; select pg_sleep(9); $$`,
	`\\'; select 1; --`,
	`E'\\''`,
	`U&"\\0022"`,
	`"""`,
	`''''`,
	`id) from books; --`,
	`1; set role postgres`,
	`::text; select 1`,
	`->>'x'`,
	`,id`,
	`.eq.1)`,
	`(select secret)`,
	`%' or '1'='1`,
	`\u0000`,
	`\ud800`,
	`\u202e`,
	`ʼ or 1=1`,
	`\uff07 or 1=1`,
	`\r\nset-cookie: a=b`,
	`${'('.repeat(300)}`,
	`${'a.'.repeat(300)}`,
	`${'x'.repeat(4000)}`,
	`{"a":"}"}`,
	`pg_catalog.pg_authid`,
	`__proto__`,
]
/** A text that tries something, always with the mark in it. */
const hostile = fc
	.tuple(fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: 'binary', maxLength: 30 })), fc.boolean())
	.map(([text, first]) => (first ? marker + text : text + marker))

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`
const read = (pairs: [string, string][], relation = 'books') => ({
	method: 'GET',
	path: `/${relation}?${new URLSearchParams(pairs)}`,
})
const write = (method: string, path: string, body: string, headers: Record<string, string> = {}) => ({
	method,
	path,
	init: { body, headers: { 'content-type': 'application/json', ...headers } },
})
const asHeader = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim()
const withHeader = (name: string, text: string) => ({
	...read([['select', 'id']]),
	init: { headers: { [name]: asHeader(text) } },
})

type Sent = { method: string; path: string; init?: RequestInit }
const select = (form: (text: string) => string) => (text: string) => read([['select', form(text)]])
const operators = [
	'eq',
	'like',
	'match',
	'cs',
	'ov',
	'sl',
	'adj',
	'isdistinct',
	'fts',
	'not.eq',
	'eq(any)',
	'ilike(all)',
]

/** Every position in which a caller's text may appear. */
const positions: Record<string, (text: string) => Sent> = {
	relation: (text) => ({ method: 'GET', path: `/${encodeURIComponent(wellFormed(text))}` }),
	function: (text) => ({ method: 'GET', path: `/rpc/${encodeURIComponent(wellFormed(text))}` }),
	'raw query': (text) => ({
		method: 'GET',
		path: `/books?${encodeURIComponent(wellFormed(text))}`,
	}),
	'whole select': select((text) => text),
	'selected column': select((text) => quoted(text)),
	alias: select((text) => `${quoted(text)}:title`),
	'alias of an embed': select((text) => `${quoted(text)}:author_id(name)`),
	'alias in a spread': select((text) => `...author_id(${quoted(text)}:name)`),
	'alias of a count': select((text) => `${quoted(text)}:count(),pages`),
	'bare alias': select((text) => `${text}:title`),
	'JSON key': select((text) => `title->${quoted(text)}->>b`),
	'bare JSON key': select((text) => `title->>${text}`),
	'JSON index': select((text) => `title->-${text}`),
	cast: select((text) => `id::${text}`),
	'cast of an aggregate': select((text) => `id.max()::${text}`),
	aggregate: select((text) => `id.${text}()`),
	'embedded target': select((text) => `${quoted(text)}(id)`),
	hint: select((text) => `authors!${quoted(text)}(id)`),
	join: select((text) => `genres!${text}(id)`),
	'column of an embed': select((text) => `genres(${quoted(text)})`),
	'filtered column': (text) => read([[quoted(text), 'eq.1']]),
	'bare key': (text) => read([[text, 'eq.1']]),
	'path of a key': (text) =>
		read([
			['select', 'id,genres(id)'],
			[`${quoted(text)}.id`, 'eq.1'],
		]),
	'JSON key of a filter': (text) => read([[`title->>${quoted(text)}`, 'eq.1']]),
	operator: (text) => read([['id', `${text}.1`]]),
	'whole test': (text) => read([['id', text]]),
	'element of a list': (text) => read([['title', `in.(${quoted(text)},${text})`]]),
	'truth of is': (text) => read([['lent', `is.${text}`]]),
	configuration: (text) => read([['title', `fts(${text}).x`]]),
	quantifier: (text) => read([['title', `eq(${text}).x`]]),
	'array literal': (text) => read([['title', `eq(any).{${text}}`]]),
	'value in a group': (text) => read([['or', `(title.eq.${quoted(text)},id.eq.1)`]]),
	'bare value in a group': (text) => read([['or', `(title.eq.${text},id.eq.1)`]]),
	'column in a group': (text) => read([['and', `(${quoted(text)}.eq.1,id.eq.1)`]]),
	'whole group': (text) => read([['not.or', text]]),
	'deep group': (text) => read([['or', `(and(not.or(${text})))`]]),
	'ordered column': (text) => read([['order', quoted(text)]]),
	direction: (text) => read([['order', `id.${text}`]]),
	'related order': (text) =>
		read([
			['select', 'author_id(name)'],
			['order', `${quoted(text)}(name)`],
		]),
	'whole order': (text) => read([['order', text]]),
	limit: (text) => read([['limit', text]]),
	offset: (text) =>
		read([
			['genres.offset', text],
			['select', 'genres(id)'],
		]),
	argument: (text) => read([['name', text]], 'rpc/greet'),
	'name of an argument': (text) => read([[text, '1']], 'rpc/add'),
	'array argument': (text) => read([['n', `{${text}}`]], 'rpc/total'),
	'argument in JSON': (text) => write('POST', '/rpc/greet', JSON.stringify({ name: text })),
	'name of an argument in JSON': (text) => write('POST', '/rpc/greet', JSON.stringify({ [text]: 1 })),
	'whole body of a call': (text) => write('POST', '/rpc/said', wellFormed(text), { 'content-type': 'text/plain' }),
	'argument of a form': (text) =>
		write('POST', '/rpc/greet', `${new URLSearchParams({ name: text })}`, {
			'content-type': 'application/x-www-form-urlencoded',
		}),
	'written value': (text) => write('POST', '/genres?select=name', JSON.stringify({ id: 90, name: text })),
	'written key': (text) => write('POST', '/genres', JSON.stringify({ id: 91, [text]: 1 })),
	'listed column': (text) => write('POST', `/genres?${new URLSearchParams({ columns: quoted(text) })}`, '[{"id":92}]'),
	'conflict column': (text) =>
		write('POST', `/genres?${new URLSearchParams({ on_conflict: quoted(text) })}`, '[{"id":1,"name":"x"}]', {
			prefer: 'resolution=merge-duplicates',
		}),
	'changed value': (text) => write('PATCH', '/genres?id=eq.1', JSON.stringify({ name: text })),
	'key of a PUT': (text) => write('PUT', `/genres?${new URLSearchParams({ id: `eq.${text}` })}`, '{"id":1,"name":"x"}'),
	'head of CSV': (text) =>
		write('POST', '/genres', wellFormed(`id,${quoted(text)}\n1,x`), { 'content-type': 'text/csv' }),
	'cell of CSV': (text) =>
		write('POST', '/genres', wellFormed(`id,name\n93,"${text.replaceAll('"', '""')}"`), {
			'content-type': 'text/csv',
		}),
	'filter of a delete': (text) => ({
		method: 'DELETE',
		path: `/genres?${new URLSearchParams({ name: `eq.${text}` })}`,
	}),
	'preferred timezone': (text) => withHeader('prefer', `timezone=${text}`),
	preference: (text) => withHeader('prefer', text),
	'schema read': (text) => withHeader('accept-profile', text),
	accept: (text) => withHeader('accept', text),
	'accept of a plan': (text) =>
		withHeader('accept', `application/vnd.pgrst.plan+json; for="${text}"; options=analyze|${text}`),
	range: (text) => withHeader('range', `0-${text}`),
	cookie: (text) => withHeader('cookie', `a=${text}; ${text}=b`),
	'any header': (text) => withHeader('x-anything', text),
	...Object.fromEntries(
		operators.map((operator) => [`value of ${operator}`, (text: string) => read([['title', `${operator}.${text}`]])]),
	),
}

/** URLs and bodies are UTF-8: lone surrogates are replaced, as every client does. */
function wellFormed(text: string): string {
	return text.toWellFormed()
}

/** An attack on one position of the grammar. */
export const attackOn = (position: string): fc.Arbitrary<Attack> =>
	hostile.map((text) => {
		const { method, path, init = {} } = positions[position]?.(text) ?? { method: 'GET', path: '/' }
		return { position, method, path, init: { ...init, method } }
	})

export const positionNames = Object.keys(positions)
