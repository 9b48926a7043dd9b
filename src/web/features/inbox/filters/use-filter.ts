import { createParser, parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { bases } from '#shared/wall/wall.ts'
import { consentScopes, type InboxFilter, kinds, ratings, sorts, sources, views } from './inbox-filter.ts'
import { readCompany, readFilterDay } from './read-filter.ts'

/** Only valid values are taken from the URL, since they go into a query. */
const parseMatching = (shape: RegExp) =>
	createParser({ parse: (text) => (shape.test(text) ? text : null), serialize: String })

const uuid = parseMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
const day = createParser({ parse: readFilterDay, serialize: String })

const parsers = {
	view: parseAsStringLiteral(views).withDefault('pending'),
	forms: parseAsArrayOf(uuid).withDefault([]),
	kinds: parseAsArrayOf(parseAsStringLiteral(kinds)).withDefault([]),
	source: parseAsStringLiteral(sources),
	ratings: parseAsArrayOf(parseAsStringLiteral(ratings)).withDefault([]),
	tag: uuid,
	assigned: uuid,
	langs: parseAsArrayOf(parseMatching(/^[a-z]{2,3}$/)).withDefault([]),
	from: day,
	to: day,
	basis: parseAsArrayOf(parseAsStringLiteral(bases)).withDefault([]),
	consent: parseAsArrayOf(parseAsStringLiteral(consentScopes)).withDefault([]),
	// The library's parser takes every other text as false.
	replied: createParser({ parse: (text) => ({ true: true, false: false })[text] ?? null, serialize: String }),
	company: createParser({ parse: readCompany, serialize: String }),
	q: parseAsString.withDefault(''),
	sort: parseAsStringLiteral(sorts),
	t: uuid,
}
const urlKeys = { forms: 'form', kinds: 'kind', ratings: 'rating', langs: 'lang' }

export type FilterState = {
	filter: InboxFilter
	/** The testimonial that the URL names, if any. */
	openId: string | null
	/** Changes some filters; closes the open testimonial and resets the list. */
	change: (part: Partial<InboxFilter>) => void
	/** Opens a testimonial; `push` adds an entry to the browser's history. */
	open: (id: string | null, push?: boolean) => void
}

/** The inbox's filters, read from and written to the URL. */
export const useFilter = (): FilterState => {
	const [state, go] = useQueryStates(parsers, { urlKeys })
	return useMemo(() => {
		const { t: openId, ...filter } = state
		return {
			filter,
			openId,
			change: (part) => {
				go({ ...filter, ...part, t: null }, { history: 'push' })
			},
			open: (id, push = false) => {
				go({ t: id }, { history: push ? 'push' : 'replace' })
			},
		}
	}, [state, go])
}
