import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Kind } from '#shared/form/public-form.ts'
import type { TagColor } from '#shared/rows.ts'
import type { InboxData } from '#web/features/inbox/use-inbox-data.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { loadTagCounts, loadTestimonialCounts } from '#web/lib/spaces/testimonial-counts.ts'
import { kinds as allKinds } from './inbox-filter.ts'

/** Filter values of this space besides the fixed ones. */
export type Facets = {
	forms: { id: string; name: string; slug: string }[]
	tags: { id: string; name: string; color: TagColor; count: number }[]
	/** Kinds that testimonials of the space have. */
	kinds: Kind[]
	/** Primary language subtags in use. */
	langs: string[]
}

/** The forms, tags, kinds and languages of the space. */
export const useFacets = ({ client, space, list: { items, filter } }: InboxData): Facets => {
	const forms = useQuery({
		queryKey: [...queryKeys.forms(space.id), 'names'],
		queryFn: async () =>
			unwrap(await client.from('forms').select('id,name,slug,locale').eq('space_id', space.id).order('created_at')),
	})
	const tags = useQuery({
		queryKey: [...queryKeys.tags(space.id), 'counted'],
		queryFn: async () => {
			const tags = client.from('tags').select('id,name,color').eq('space_id', space.id).order('name').throwOnError()
			const [{ data }, counts] = await Promise.all([tags, loadTagCounts(client, space.id)])
			return data.map((tag) => ({ ...tag, count: counts.get(tag.id) ?? 0 }))
		},
	})
	const kinds = useQuery({
		queryKey: [...queryKeys.testimonials(space.id), 'kinds'],
		queryFn: async () => (await loadTestimonialCounts(client, space.id)).map(({ kind }) => kind),
	})
	return useMemo(() => {
		const present = new Set([...(kinds.data ?? []), ...items.map((item) => item.kind), ...filter.kinds])
		const locales = [
			...filter.langs,
			...(forms.data ?? []).map((form) => form.locale),
			...items.map((item) => item.locale),
		]
		return {
			forms: forms.data ?? [],
			tags: tags.data ?? [],
			kinds: allKinds.filter((kind) => present.has(kind)),
			langs: [...new Set(locales.map((locale) => locale.split('-')[0] ?? locale))].sort(),
		}
	}, [forms.data, tags.data, kinds.data, items, filter.langs, filter.kinds])
}
