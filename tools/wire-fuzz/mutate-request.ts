import { mutateForm } from './mutate-form.ts'
import { mutateText, pick, type Random, texts } from './mutate-text.ts'

/** A request as it is written to the socket; every part may be invalid. */
export type RawRequest = {
	method: string
	target: string
	version: string
	headers: [name: string, value: string][]
	body: Buffer
	/** Number of bytes after which the socket is closed, when the request is cut. */
	cutAt?: number
}

const values: unknown[] = [
	null,
	true,
	-1,
	0,
	1.5,
	1e308,
	2 ** 53,
	[],
	{},
	[null],
	{ a: { b: { c: [1] } } },
	[[[[[[1]]]]]],
	...texts,
]

/** Mutates one random place of a JSON value. */
function mutateJson(random: Random, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || random() < 0.15) return pick(random, values)
	const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
	const keys = Object.keys(copy)
	const key = pick(random, keys)
	if (key === undefined || random() < 0.15) {
		Object.defineProperty(copy, pick(random, texts), {
			value: pick(random, values),
			enumerable: true,
			configurable: true,
		})
		return copy
	}
	const holder = copy as Record<string, unknown>
	if (random() < 0.15) delete holder[key]
	else holder[key] = mutateJson(random, holder[key])
	return copy
}

const headerNames = [
	'content-type',
	'accept',
	'authorization',
	'apikey',
	'prefer',
	'range',
	'cookie',
	'x-upsert',
	'content-encoding',
	'expect',
	'if-none-match',
	'origin',
	'referer',
	'x-forwarded-for',
	'x-forwarded-host',
	'accept-encoding',
	'content-profile',
	'accept-profile',
	'upload-length',
	'upload-offset',
	'idempotency-key',
	'x-supabase-api-version',
	'user-agent',
	'accept-language',
	'transfer-encoding',
	'content-length',
	'host',
	'connection',
	'upgrade',
	'te',
]
const headerValues = [
	'',
	'gzip',
	'chunked',
	'chunked, gzip',
	'100-continue',
	'bytes=0-',
	'bytes=-1',
	'bytes=9-1',
	'bytes=0-0,2-3',
	'0-99999999999999999999',
	'text/html',
	'*/*;q=x',
	'application/json; charset=utf-16',
	'application/json;',
	'multipart/form-data',
	'multipart/form-data; boundary=',
	'application/x-www-form-urlencoded',
	'image/svg+xml',
	'Bearer',
	'Bearer a.b.c',
	'Bearer eyJhbGciOiJub25lIn0.e30.',
	'Basic Og==',
	'-1',
	'99999999999999999999',
	'handling=strict,a=b',
	'count=exact,count=planned',
	'close',
	'websocket',
	'"*"',
	', ,',
	'ü',
	'a'.repeat(9000),
]

type Mutator = (random: Random, request: RawRequest) => void
const mutators: Mutator[] = [
	(random, request) => {
		request.body = mutateBody(random, request, 1)
	},
	(random, request) => {
		request.body = mutateBody(random, request, 2)
	},
	(random, request) => {
		request.body = Buffer.from(mutateText(random, request.body.toString('latin1')), 'latin1')
	},
	(random, request) => {
		request.body = pick(random, [
			Buffer.alloc(0),
			Buffer.from([0xff, 0xfe, 0x00]),
			Buffer.from('['.repeat(20_000)),
			Buffer.from('{"a":'.repeat(5000)),
			Buffer.from('{"email":1,"email":2,"__proto__":{"x":1}}'),
			Buffer.from('"\\ud800"'),
			Buffer.alloc(300_000, 0x61),
			Buffer.from('\u0000'),
		])
	},
	(random, request) => {
		const [path = '', query = ''] = request.target.split('?')
		const parts = path.split('/')
		const at = 3 + Math.floor(random() * Math.max(1, parts.length - 3))
		parts[at] = encode(random, mutateText(random, decodeURIComponentSafely(parts[at] ?? '')))
		request.target = parts.join('/') + (query && `?${query}`)
	},
	(random, request) => {
		const [path = '', query = ''] = request.target.split('?')
		const pairs = query.split('&').filter(Boolean)
		const at = Math.floor(random() * pairs.length)
		const [name = 'a', value = ''] = (pairs[at] ?? pick(random, ['limit=1', 'select=a', 'page=1'])).split('=')
		const broken =
			random() < 0.3 ? [mutateText(random, name), value] : [name, mutateText(random, decodeURIComponentSafely(value))]
		pairs[at] = broken.map((text) => encode(random, text)).join('=')
		if (random() < 0.2) pairs.push(...pairs)
		request.target = `${path}?${pairs.join('&')}`
	},
	(random, request) => {
		const name = pick(random, headerNames)
		if (random() < 0.5) request.headers = request.headers.filter(([own]) => own !== name)
		request.headers.push([name, pick(random, [...headerValues, pick(random, texts).replace(/[^ -~]/g, '')])])
	},
	(random, request) => {
		const at = Math.floor(random() * request.headers.length)
		if (random() < 0.5) request.headers.splice(at, 1)
		else request.headers.push(...request.headers.slice(at, at + 1))
	},
	(random, request) => {
		request.method = pick(random, [
			'GET',
			'POST',
			'PUT',
			'PATCH',
			'DELETE',
			'HEAD',
			'OPTIONS',
			'get',
			'PROPFIND',
			'TRACE',
			'CONNECT',
			'X'.repeat(100),
		])
	},
	(random, request) => {
		request.version = pick(random, ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2.0', 'HTTP/9', 'HTTP/1.1 '])
	},
	(random, request) => {
		request.cutAt = Math.floor(random() * 400)
	},
	(random, request) => {
		request.headers.push(['transfer-encoding', 'chunked'])
		request.body = pick(random, [
			Buffer.from('5\r\nhello\r\n0\r\n\r\n'),
			Buffer.from('zz\r\n'),
			Buffer.from('5;a="b\r\nhello\r\n0\r\nx: y\r\n\r\n'),
			Buffer.from('fffffffffffffffff\r\n'),
		])
		if (random() < 0.7) request.headers = request.headers.filter(([name]) => name !== 'content-length')
	},
]

/** Applies one to four mutations to a request. */
export function mutateRequest(random: Random, request: RawRequest): RawRequest {
	const broken = {
		...request,
		headers: request.headers.map(([name, value]): [string, string] => [name, value]),
	}
	const places = 1 + Math.floor(random() ** 2 * 4)
	for (let i = 0; i < places; i++) pick(random, mutators)(random, broken)
	return broken
}

/** Keeps the body a form or JSON, and changes so many of its values. */
function mutateBody(random: Random, { body, headers }: RawRequest, places: number): Buffer {
	const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
	let mutated = body
	for (let i = 0; i < places; i++)
		mutated =
			mutateForm(random, mutated, type) ?? Buffer.from(JSON.stringify(mutateJson(random, parsed(mutated))) ?? '')
	return mutated
}

function parsed(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString())
	} catch {
		return body.toString()
	}
}

function encode(random: Random, text: string): string {
	const wellFormed = text.toWellFormed()
	return random() < 0.8 ? encodeURIComponent(wellFormed) : wellFormed.replace(/[\s#]/g, '%20')
}

function decodeURIComponentSafely(text: string): string {
	try {
		return decodeURIComponent(text)
	} catch {
		return text
	}
}
