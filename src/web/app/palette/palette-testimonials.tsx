import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { type FoundItem, mostCounted, searchTestimonials } from '#web/features/inbox/data/inbox-search.ts'
import { viewOf } from '#web/features/inbox/filters/inbox-filter.ts'
import { viewLabels } from '#web/features/inbox/item-labels.ts'
import { kindIcons } from '#web/features/inbox/kind-icons.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatCount, formatNumber } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { MarkedText } from '#web/ui/marked-text.tsx'
import { PaletteItem } from './palette-item.tsx'

/** Begins the value of what was found by its words or name: the palette does not filter it again by letters. */
export const foundPrefix = 'testimonial:'

/** True when a value of the palette is a testimonial that the server found. */
export const isFoundTestimonial = (value: string): boolean => value.startsWith(foundPrefix)

const searchQuery = (spaceId: string, search: string) =>
	queryOptions({
		queryKey: queryKeys.testimonialSearch(spaceId, search),
		enabled: search !== '',
		staleTime: 5000,
		retry: false,
		placeholderData: search === '' ? undefined : keepPreviousData,
		queryFn: async ({ signal }) => searchTestimonials(await supabase, spaceId, search, signal),
	})

/** The testimonials of a space that match what was typed, after a short pause in typing. */
export const useTestimonialSearch = (spaceId: string, typed: string) => {
	const search = useDebounced(typed.trim(), 150)
	const { data, isFetching, isError } = useQuery(searchQuery(spaceId, search))
	const isPending = search !== typed.trim() || isFetching
	return {
		search,
		found: typed.trim() === '' ? [] : (data?.found ?? []),
		total: data?.total ?? 0,
		unsearched: typed.trim() === '' ? 0 : (data?.unsearched ?? 0),
		isPending: typed.trim() !== '' && isPending,
		isError,
	}
}

/** The found testimonials as a group of the palette. */
export function PaletteTestimonials(props: {
	search: string
	found: FoundItem[]
	total: number
	onOpen: (to: string) => void
}) {
	const { search, found, total, onOpen } = props
	if (found.length === 0) return null
	const all = total > mostCounted ? `${formatNumber(mostCounted)}+` : formatNumber(total)
	const counted = found.length < total ? `${formatNumber(found.length)} of ${all}` : formatNumber(found.length)
	return (
		<Command.Group
			heading={
				<span className="shell-palette-count">
					<span>Testimonials</span>
					<span>{counted}</span>
				</span>
			}
		>
			{found.map((item) => {
				const Icon = kindIcons[item.kind]
				return (
					<PaletteItem
						key={item.id}
						icon={<Icon size={16} />}
						keywords={`${foundPrefix}${item.id}`}
						run={() => onOpen(`/dashboard/inbox?view=${viewOf(item)}&t=${item.id}`)}
					>
						<FoundTestimonial item={item} search={search} />
					</PaletteItem>
				)
			})}
		</Command.Group>
	)
}

function FoundTestimonial({ item, search }: { item: FoundItem; search: string }) {
	const about = [item.author_name, item.author_title, item.author_company].filter((text) => text !== null)
	const state = viewLabels[viewOf(item)].toLowerCase()
	return (
		<>
			<span className="shell-found-line">
				<span className="shell-found-words" dir="auto" lang={item.locale}>
					{item.body === '' ? 'Without words' : <MarkedText text={item.body} search={search} />}
				</span>
				<time dateTime={item.submitted_at}>{formatRelative(item.submitted_at, 'row')}</time>
			</span>
			<span className="shell-found-about">
				{about.map((text, at) => (
					// The three columns keep their order, so the index names one.
					// biome-ignore lint/suspicious/noArrayIndexKey: see above
					<span key={at}>
						<bdi>
							<MarkedText text={text} search={search} />
						</bdi>
						,{' '}
					</span>
				))}
				{state}
				{item.rating === null ? '' : `, ${formatCount(item.rating, 'star')}`}
			</span>
		</>
	)
}
