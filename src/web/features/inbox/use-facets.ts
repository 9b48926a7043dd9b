import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { unwrap } from '#web/lib/errors.ts'
import { keys } from '#web/lib/query-keys.ts'
import type { Inbox } from './use-inbox.ts'

/** What the list can be narrowed by in this space, besides what is fixed. */
export type Facets = {
	forms: { id: string; name: string; slug: string }[]
	tags: { id: string; name: string }[]
	/** Primary language subtags that were met. */
	langs: string[]
}

/** The forms, tags and languages of the space. */
export const useFacets = ({ client, space, items, filter }: Inbox): Facets => {
	const forms = useQuery({
		queryKey: [...keys.forms(space.id), 'names'],
		queryFn: async () =>
			unwrap(
				await client
					.from('forms')
					.select('id,name,slug,locale')
					.eq('space_id', space.id)
					.order('created_at'),
			),
	})
	const tags = useQuery({
		queryKey: keys.tags(space.id),
		queryFn: async () =>
			unwrap(await client.from('tags').select('id,name').eq('space_id', space.id).order('name')),
	})
	return useMemo(() => {
		const met = [
			...filter.langs,
			...(forms.data ?? []).map((form) => form.locale),
			...items.map((item) => item.locale),
		]
		return {
			forms: forms.data ?? [],
			tags: tags.data ?? [],
			langs: [...new Set(met.map((locale) => locale.split('-')[0] ?? locale))].sort(),
		}
	}, [forms.data, tags.data, items, filter.langs])
}
