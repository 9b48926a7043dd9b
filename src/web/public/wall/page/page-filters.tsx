import { filterQuery, isFiltering, maxSearchLength, type WallFilter } from '#shared/wall/wall-filter.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { wallLink } from '#web/public/wall/render-settings.ts'
import type { PageRenderSettings } from './page-render-settings.ts'

type Props = { settings: PageRenderSettings }

/** On a shorter wall, everything is seen sooner than it is found. */
const minItems = 5

/** Links by kind and tag, and a search: ordinary addresses, so that they work without a script and can be shared. */
export function PageFilters({ settings }: Props) {
	const { page, wall, filtering } = settings
	if (!filtering) return null
	const { filter, offer } = filtering
	const isShown = isFiltering(filter) || wall.counts.chosen >= minItems
	const kinds = offer.kinds.length > 1 || filter.kind ? offer.kinds : []
	if (!isShown || (kinds.length === 0 && offer.tags.length === 0 && !offer.hasSearch)) return null
	const kindOptions = kinds.map(({ kind, found }) => ({ value: kind, label: page[`kind_${kind}`], found }))
	const tagOptions = offer.tags.map(({ id, name, found }) => ({ value: id, label: name, found }))
	return (
		<div className="filters">
			{kindOptions.length + tagOptions.length > 0 && (
				<nav aria-label={page.filter}>
					<FilterLinks settings={settings} name="kind" current={filter.kind} options={kindOptions} />
					<FilterLinks settings={settings} name="tag" current={filter.tag} options={tagOptions} />
				</nav>
			)}
			{offer.hasSearch && <Search settings={settings} filter={filter} />}
		</div>
	)
}

type LinksProps = Props & {
	name: 'kind' | 'tag'
	current: string | null
	options: { value: string; label: string; found: number }[]
}

function FilterLinks({ settings, name, current, options }: LinksProps) {
	const { page, number, filtering } = settings
	const link = (value: string | null) =>
		wallLink(settings) + filterQuery({ ...(filtering?.filter as WallFilter), [name]: value })
	if (options.length === 0) return null
	const all = { value: null, label: page.everything, found: null }
	return (
		<p>
			{[all, ...options].map(({ value, label, found }) => (
				<a key={value} href={link(value)} aria-current={value === current ? 'true' : undefined}>
					<bdi>{label}</bdi>
					{found !== null && <small>{number(found)}</small>}
				</a>
			))}
		</p>
	)
}

function Search({ settings, filter }: Props & { filter: WallFilter }) {
	const { page } = settings
	return (
		<search>
			<form action={wallLink(settings)} method="get">
				{filter.tag && <input type="hidden" name="tag" value={filter.tag} />}
				{filter.kind && <input type="hidden" name="kind" value={filter.kind} />}
				<input
					type="search"
					name="q"
					aria-label={page.searchLabel}
					placeholder={page.searchLabel}
					value={filter.words}
					maxLength={maxSearchLength}
					dir="auto"
				/>
				<button className="button plain" type="submit">
					{page.search}
				</button>
			</form>
		</search>
	)
}

/** The number of matches, and the way back. */
export function FilterResult({ settings }: Props) {
	const { page, wall, number, filtering } = settings
	if (!filtering || !isFiltering(filtering.filter)) return null
	const { filter, found } = filtering
	const back = <a href={wallLink(settings)}>{page.wholeWall}</a>
	if (found > 0)
		return (
			<p className="matches">
				<span>{interpolate(page.matches, { found: number(found), chosen: number(wall.counts.chosen) })}</span>
				{back}
			</p>
		)
	return (
		<p className="empty">
			<span>{filter.words ? interpolate(page.nothingWords, { words: filter.words }) : page.nothing}</span> {back}
		</p>
	)
}
