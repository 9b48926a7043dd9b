import {
	createParser,
	parseAsArrayOf,
	parseAsString,
	parseAsStringLiteral,
	useQueryStates,
} from 'nuqs'
import { useMemo } from 'react'
import { type InboxFilter, kinds, ratings, views } from './inbox-filter.ts'

/** Only what looks right is taken from the address: these values go on into a query. */
const matching = (shape: RegExp) =>
	createParser({ parse: (text) => (shape.test(text) ? text : null), serialize: String })

const uuid = matching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
const day = matching(/^\d{4}-\d{2}-\d{2}$/)

const address = {
	view: parseAsStringLiteral(views).withDefault('pending'),
	form: parseAsArrayOf(uuid).withDefault([]),
	kind: parseAsArrayOf(parseAsStringLiteral(kinds)).withDefault([]),
	rating: parseAsArrayOf(parseAsStringLiteral(ratings)).withDefault([]),
	tag: uuid,
	lang: parseAsArrayOf(matching(/^[a-z]{2,3}$/)).withDefault([]),
	from: day,
	to: day,
	q: parseAsString.withDefault(''),
	t: uuid,
}

export type FilterControl = {
	filter: InboxFilter
	/** The testimonial that the address names, if any. */
	openId: string | null
	/** Changes some filters; the opened testimonial is closed, the list starts anew. */
	change: (part: Partial<InboxFilter>) => void
	/** Opens a testimonial; `push` makes the browser's Back lead to where one was. */
	open: (id: string | null, push?: boolean) => void
}

/** The inbox's filters as they stand in the address. */
export const useFilter = (): FilterControl => {
	const [at, go] = useQueryStates(address)
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
