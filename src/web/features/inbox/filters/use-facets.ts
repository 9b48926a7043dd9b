import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InboxData } from '#web/features/inbox/use-inbox-data.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** Filter values of this space besides the fixed ones. */
export type Facets = {
	forms: { id: string; name: string; slug: string }[]
	tags: { id: string; name: string; count: number }[]
	/** Primary language subtags in use. */
	langs: string[]
}

type CountedTag = { id: string; name: string; testimonial_tags: { count: number }[] }

/** The forms, tags and languages of the space. */
export const useFacets = ({ client, space, items, filter }: InboxData): Facets => {
	const forms = useQuery({
		queryKey: [...queryKeys.forms(space.id), 'names'],
		queryFn: async () =>
			unwrap(await client.from('forms').select('id,name,slug,locale').eq('space_id', space.id).order('created_at')),
	})
	const tags = useQuery({
		queryKey: [...queryKeys.tags(space.id), 'counted'],
		queryFn: async () => {
			const { data } = await client
				.from('tags')
				.select('id,name,testimonial_tags(count)' as string)
				.eq('space_id', space.id)
				.order('name')
				.overrideTypes<CountedTag[], { merge: false }>()
				.throwOnError()
			return data.map((tag) => ({
				id: tag.id,
				name: tag.name,
				count: tag.testimonial_tags[0]?.count ?? 0,
			}))
		},
	})
	return useMemo(() => {
		const locales = [
			...filter.langs,
			...(forms.data ?? []).map((form) => form.locale),
			...items.map((item) => item.locale),
		]
		return {
			forms: forms.data ?? [],
			tags: tags.data ?? [],
			langs: [...new Set(locales.map((locale) => locale.split('-')[0] ?? locale))].sort(),
		}
	}, [forms.data, tags.data, items, filter.langs])
}
