import { noProblems, type Problems, parseText } from '#product/testimonials/parse-fields.ts'
import { customerEventLimits as limits } from '#shared/parser-limits.ts'

/** An event about a customer, as SQL reads it. */
export type CustomerEvent = {
	event: string
	reference: string
	at: string
	email: string
	name: string | null
	company: string | null
	locale: string | null
	data: Record<string, unknown> | null
}

/** The body of `events-in`. `spaceId` is named by members, whose account may have several. */
export type ParsedEvent = { spaceId: string | null; event: CustomerEvent; ask: { form: string } | null }

type Fields = Record<string, unknown>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
/** Milliseconds by which the clock of a sender may be fast. */
const clockDifference = 300_000
const known = ['event', 'reference', 'at', 'person', 'data', 'ask', 'space_id']
const knownOfPerson = ['email', 'name', 'company', 'locale']
const knownOfAsk = ['form', 'now']

/** Validates the body of `events-in`; the problems are named after its fields. */
export function parseEvent(body: Fields): ParsedEvent | { problems: Problems } {
	const problems = noProblems()
	refuseOthers(body, known, '', problems)
	const person = objectOf(body.person, 'person', problems) ?? {}
	refuseOthers(person, knownOfPerson, 'person.', problems)
	const line = (field: string, value: unknown, most: number, least = 0) =>
		parseText(field, value ?? '', problems, { most, least })
	const event: CustomerEvent = {
		event: line('event', body.event, limits.event, 1),
		reference: line('reference', body.reference, limits.reference, 1),
		at: parseMoment(body.at, problems),
		email: body.person === undefined ? '' : line('person.email', person.email, 320, 1),
		name: line('person.name', person.name, limits.name) || null,
		company: line('person.company', person.company, limits.name) || null,
		locale: line('person.locale', person.locale, 35) || null,
		data: parseData(body.data, problems),
	}
	if (event.locale !== null && !languageTag.test(event.locale))
		problems['person.locale'] = 'A language is written like en or pt-BR.'
	const spaceId = parseSpace(body.space_id, problems)
	const ask = parseAsk(body.ask, problems)
	return Object.keys(problems).length > 0 ? { problems } : { spaceId, event, ask }
}

function objectOf(value: unknown, field: string, problems: Problems): Fields | undefined {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
	problems[field] = 'This must be an object.'
	return undefined
}

function refuseOthers(fields: Fields, names: readonly string[], prefix: string, problems: Problems): void {
	for (const name of Object.keys(fields).slice(0, 100))
		if (!names.includes(name)) problems[`${prefix}${name.slice(0, 60)}`] = 'There is no such field.'
}

function parseMoment(value: unknown, problems: Problems): string {
	const time = typeof value === 'string' && moment.test(value) ? Date.parse(value) : Number.NaN
	// Days that a month does not have become days of the next one.
	const isDay =
		typeof value === 'string' && new Date(`${value.slice(0, 10)}T00:00:00Z`).toJSON()?.startsWith(value.slice(0, 10))
	if (Number.isNaN(time) || !isDay) problems.at = 'A time is written like 2026-03-01T12:00:00Z.'
	else if (time < Date.UTC(1900, 0, 1)) problems.at = 'This is before 1900.'
	else if (time > Date.now() + clockDifference) problems.at = 'This is in the future.'
	else return new Date(time).toISOString()
	return ''
}

function parseSpace(value: unknown, problems: Problems): string | null {
	if (value === undefined) return null
	if (typeof value === 'string' && uuid.test(value.toLowerCase())) return value.toLowerCase()
	problems.space_id = 'This must be a uuid.'
	return null
}

function parseAsk(value: unknown, problems: Problems): { form: string } | null {
	if (value === undefined || value === null) return null
	const ask = objectOf(value, 'ask', problems)
	if (!ask) return null
	refuseOthers(ask, knownOfAsk, 'ask.', problems)
	if (ask.now !== true) problems['ask.now'] = 'This must be true: customers are asked at once, or later by a member.'
	return { form: parseText('ask.form', ask.form ?? '', problems, { most: 100, least: 1 }) }
}

function parseData(value: unknown, problems: Problems): Fields | null {
	if (value === undefined || value === null) return null
	const data = objectOf(value, 'data', problems)
	if (!data) return null
	const problem = dataProblem(data)
	if (problem === undefined) return data
	problems.data = problem
	return null
}

/** Level by level, so that no depth exhausts the stack. */
function dataProblem(data: Fields): string | undefined {
	let level: unknown[] = [data]
	let values = 0
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > limits.depth) return `This is deeper than ${limits.depth} levels.`
		values += level.length
		if (values > limits.values) return `This has more than ${limits.values} values.`
		if (level.some(isUnstorable)) return 'This contains characters that cannot be stored.'
		level = level.flatMap((value) =>
			Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.entries(value).flat() : [],
		)
	}
	return Buffer.byteLength(JSON.stringify(data)) > limits.dataBytes
		? `Shorten this to ${limits.dataBytes} bytes.`
		: undefined
}

/** PostgreSQL stores neither NUL nor half a pair of UTF-16. */
const isUnstorable = (value: unknown) => typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())
