import type { BodyForm } from './compile-read.ts'
import { notAcceptable } from './problem.ts'

/** A body's form and the media type that names it. */
export type Media = { type: string; form: BodyForm }

const json = 'application/json'
const object = 'application/vnd.pgrst.object'
const array = 'application/vnd.pgrst.array'

/**
 * Chooses the answer's media type by the `Accept` header (data.md §2.4).
 * @throws RestProblem PGRST107 when nothing that is accepted can be made
 */
export function negotiate(header: string | null): Media {
	if (!header) return media(json)
	const ranges = header
		.split(',')
		.map(parseRange)
		.filter(({ quality }) => quality > 0)
	// Stable: equal qualities keep the order of the header.
	ranges.sort((a, b) => b.quality - a.quality)
	for (const { type, stripNulls } of ranges) {
		if ([json, '*/*', 'application/*'].includes(type)) return media(json)
		if (type === `${object}+json` || type === object)
			return media(`${object}+json`, 'object', stripNulls)
		if (type === `${array}+json` || type === array)
			return media(`${array}+json`, 'array', stripNulls)
		if (type === 'text/csv') return media('text/csv', 'csv')
	}
	throw notAcceptable(header.split(',').map((range) => range.trim()))
}

function media(type: string, kind: BodyForm['kind'] = 'array', stripNulls = false): Media {
	const suffix = stripNulls ? ';nulls=stripped' : ''
	return { type: `${type}${suffix}; charset=utf-8`, form: { kind, stripNulls } }
}

function parseRange(text: string): { type: string; quality: number; stripNulls: boolean } {
	const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
	const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
	return {
		type,
		quality: quality === undefined ? 1 : Number(quality) || 0,
		stripNulls: parameters.includes('nulls=stripped'),
	}
}
