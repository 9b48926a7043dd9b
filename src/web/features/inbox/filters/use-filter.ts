import { createParser, parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { type InboxFilter, kinds, ratings, views } from './inbox-filter.ts'

/** Only valid values are taken from the URL, since they go into a query. */
const parseMatching = (shape: RegExp) =>
	createParser({ parse: (text) => (shape.test(text) ? text : null), serialize: String })

const uuid = parseMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
const day = parseMatching(/^\d{4}-\d{2}-\d{2}$/)

const urlParams = {
	view: parseAsStringLiteral(views).withDefault('pending'),
	form: parseAsArrayOf(uuid).withDefault([]),
	kind: parseAsArrayOf(parseAsStringLiteral(kinds)).withDefault([]),
	rating: parseAsArrayOf(parseAsStringLiteral(ratings)).withDefault([]),
	tag: uuid,
	lang: parseAsArrayOf(parseMatching(/^[a-z]{2,3}$/)).withDefault([]),
	from: day,
	to: day,
	q: parseAsString.withDefault(''),
	t: uuid,
}

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
	const [at, go] = useQueryStates(urlParams)
	const filter = useMemo<InboxFilter>(
		() => ({
			view: at.view,
			forms: at.form,
			kinds: at.kind,
			ratings: at.rating,
			tag: at.tag,
			langs: at.lang,
			from: at.from,
			to: at.to,
			q: at.q,
		}),
		[at.view, at.form, at.kind, at.rating, at.tag, at.lang, at.from, at.to, at.q],
	)
	return useMemo(
		() => ({
			filter,
			openId: at.t,
			change: (part) => {
				const { forms, kinds: kind, ratings: rating, langs, ...same } = { ...filter, ...part }
				go({ ...same, form: forms, kind, rating, lang: langs, t: null }, { history: 'push' })
			},
			open: (id, push = false) => {
				go({ t: id }, { history: push ? 'push' : 'replace' })
			},
		}),
		[filter, at.t, go],
	)
}
