import type { BodyForm } from './compile-read.ts'
import { notAcceptable } from './problem.ts'

/** A body's form and the media type that names it. */
export type Media = {
	type: string
	form: BodyForm
	/** The plan of the statement is wanted instead of its result. */
	plan?: PlanWish
}

export type PlanWish = { format: 'text' | 'json'; options: readonly string[] }

/** What can be made beside the built-in types. */
export type Makeable = {
	/** Media types that functions of the database make, and how. The first stands for a range like `image/*`. */
	custom?: ReadonlyMap<string, BodyForm>
	/** The type that answers to a star. JSON when undefined. */
	preferred?: string | undefined
	/** Whether plans may be asked for. */
	plans?: boolean
}

const json = 'application/json'
const object = 'application/vnd.pgrst.object'
const array = 'application/vnd.pgrst.array'
const plan = 'application/vnd.pgrst.plan'
const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal']

/**
 * Chooses the answer's media type by the `Accept` header (data.md §2.4).
 * @throws RestProblem PGRST107 when nothing that is accepted can be made
 */
export function negotiate(header: string | null, can: Makeable = {}): Media {
	if (!header) return starMedia(can)
	const ranges = header
		.split(',')
		.map(parseRange)
		.filter(({ quality }) => quality > 0)
	// Stable: equal qualities keep the order of the header.
	ranges.sort((a, b) => b.quality - a.quality)
	for (const range of ranges) {
		const found = mediaOf(range, can)
		if (found) return found
	}
	throw notAcceptable(header.split(',').map((range) => range.trim()))
}

type Range = { type: string; quality: number; parameters: readonly string[] }

function mediaOf({ type, parameters }: Range, can: Makeable): Media | undefined {
	const custom = can.custom?.get(type)
	if (custom) return customMedia(type, custom)
	if (type === '*/*') return starMedia(can)
	if (type === json || type === 'application/*') return media(json)
	const stripNulls = parameters.includes('nulls=stripped')
	if (type === `${object}+json` || type === object)
		return media(`${object}+json`, 'object', stripNulls)
	if (type === `${array}+json` || type === array) return media(`${array}+json`, 'array', stripNulls)
	if (type === 'text/csv') return media(type, 'csv')
	if (can.plans && [plan, `${plan}+text`, `${plan}+json`].includes(type))
		return planMedia(type.endsWith('+json') ? 'json' : 'text', parameters, can)
	if (!type.endsWith('/*')) return undefined
	const [near] = [...(can.custom ?? [])].filter(([name]) => name.startsWith(type.slice(0, -1)))
	return near && customMedia(...near)
}

function starMedia({ custom, preferred = '' }: Makeable): Media {
	const form = custom?.get(preferred)
	return form ? customMedia(preferred, form) : media(json)
}

function media(type: string, kind: BodyForm['kind'] = 'array', stripNulls = false): Media {
	const suffix = stripNulls ? ';nulls=stripped' : ''
	return { type: `${type}${suffix}; charset=utf-8`, form: { kind, stripNulls } }
}

function customMedia(type: string, form: BodyForm): Media {
	// A function that makes anything says itself what it made.
	const named = type === '*/*' ? 'application/octet-stream' : type
	const isText = /^text\/|[/+](json|xml)$/.test(named)
	return { type: isText ? `${named}; charset=utf-8` : named, form }
}

function planMedia(format: 'text' | 'json', parameters: readonly string[], can: Makeable): Media {
	const wanted = parameterOf(parameters, 'for')?.replace(/^"(.*)"$/, '$1') || json
	const { form } = negotiate(wanted, { ...can, plans: false })
	const asked = parameterOf(parameters, 'options')?.split('|') ?? []
	const options = planOptions.filter((option) => asked.includes(option))
	const suffix = options.length > 0 ? `; options=${options.join('|')}` : ''
	return {
		type: `${plan}+${format}; for="${wanted}"${suffix}; charset=utf-8`,
		form: { ...form, isPlanned: true },
		plan: { format, options },
	}
}

function parameterOf(parameters: readonly string[], name: string): string | undefined {
	return parameters.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1)
}

function parseRange(text: string): Range {
	const [type = '', ...parameters] = splitParameters(text.toLowerCase())
	const quality = parameterOf(parameters, 'q')
	return { type, quality: quality === undefined ? 1 : Number(quality) || 0, parameters }
}

/** Semicolons inside quotes belong to the value: `for="application/json;nulls=stripped"`. */
function splitParameters(text: string): string[] {
	return (text.match(/(?:"[^"]*"|[^;"])+/g) ?? []).map((part) => part.trim())
}
