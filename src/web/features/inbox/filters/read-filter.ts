import { bases } from '#shared/wall/wall.ts'
import { consentScopes, emptyFilter, type InboxFilter, kinds, ratings, sorts, sources, views } from './inbox-filter.ts'

const oneOf = <Value extends string>(choices: readonly Value[], value: unknown): Value | null =>
	choices.find((choice) => choice === value) ?? null

const listOf = <Value extends string>(read: (value: unknown) => Value | null, value: unknown): Value[] =>
	Array.isArray(value) ? value.flatMap((one) => read(one) ?? []) : []

const matching = (shape: RegExp) => (value: unknown) => (typeof value === 'string' && shape.test(value) ? value : null)
const uuid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const language = matching(/^[a-z]{2,3}$/)

/** A day that exists, as YYYY-MM-DD. */
export const readFilterDay = (value: unknown): string | null => {
	const day = matching(/^[1-9]\d{3}-\d{2}-\d{2}$/)(value)
	const at = Date.parse(day ?? '')
	return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : day
}

/** The name of a company without spaces around it; null for none, for one that is too long, and with control characters. */
export const readCompany = (value: unknown): string | null => {
	const name = typeof value === 'string' ? value.trim() : ''
	return name === '' || [...name].length > 120 || /\p{Cc}/u.test(name) ? null : name
}

/** A stored filter with the fields that are valid; null without a view that exists. Every field goes into queries. */
export const readFilter = (stored: unknown): InboxFilter | null => {
	if (typeof stored !== 'object' || stored === null) return null
	const fields: Partial<Record<keyof InboxFilter, unknown>> = stored
	const view = oneOf(views, fields.view)
	if (view === null) return null
	return {
		...emptyFilter,
		view,
		forms: listOf(uuid, fields.forms),
		kinds: listOf((one) => oneOf(kinds, one), fields.kinds),
		source: oneOf(sources, fields.source),
		ratings: listOf((one) => oneOf(ratings, one), fields.ratings),
		tag: uuid(fields.tag),
		assigned: uuid(fields.assigned),
		langs: listOf(language, fields.langs),
		from: readFilterDay(fields.from),
		to: readFilterDay(fields.to),
		basis: listOf((one) => oneOf(bases, one), fields.basis),
		consent: listOf((one) => oneOf(consentScopes, one), fields.consent),
		replied: typeof fields.replied === 'boolean' ? fields.replied : null,
		company: readCompany(fields.company),
		q: typeof fields.q === 'string' ? fields.q.slice(0, 200) : '',
		sort: oneOf(sorts, fields.sort),
	}
}
