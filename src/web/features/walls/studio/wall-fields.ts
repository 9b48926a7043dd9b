import type { WallSelection, WallSharing, WallTheme } from '#shared/wall/wall.ts'
import { isEqual } from '#web/lib/drafts/merge-state.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { layoutNames } from './sections/layout-picker.tsx'
import type { WallDraft } from './wall-draft.ts'

/** A draft with each of its settings by name, `theme.shadow`: what two members change is merged by these. */
export type WallFields = Record<string, unknown>

const themeLabels: Record<keyof WallTheme, string> = {
	mode: 'Light or dark',
	color: 'Colour',
	accent: 'Colour of stars',
	type: 'Type',
	stars: 'Stars',
	photos: 'Photos',
	dates: 'Dates',
	density: 'Density',
	corners: 'Corners',
	cards: 'Frame of the words',
	shadow: 'Shadow',
	columns: 'Columns',
	order: 'Order of the parts',
	avatars: 'Portraits',
	roles: 'Role and company',
	days: 'Days',
	sources: 'Sources',
	lines: 'Length before Read more',
	more: 'Where the rest opens',
	hover_pause: 'Pause under the pointer',
	css: 'Own CSS',
}

const selectionLabels: Record<keyof WallSelection, string> = {
	tags: 'Tags',
	kinds: 'Kinds',
	forms: 'Forms',
	min_date: 'Earliest day',
	ids: 'Chosen testimonials',
	limit: 'Number of testimonials',
}

const sharingLabels: Record<keyof WallSharing, string> = {
	page_title: 'Title of its page',
	page_description: 'Description of its page',
	noindex: 'Hidden from search engines',
	structured_data: 'Structured data',
	page_filters: 'Filters of its page',
	page_foot: 'Foot of its page',
	page_intro: 'Introduction of its page',
	page_summary: 'Summary of ratings',
}

const prefixed = (prefix: string, labels: Record<string, string>) =>
	Object.entries(labels).map(([name, label]) => [`${prefix}.${name}`, label])

/** The label of each setting, at the beginning of a line. */
export const wallFieldLabels: Record<string, string> = Object.fromEntries([
	['layout', 'Layout'],
	['fixed', 'Order by hand'],
	...prefixed('theme', themeLabels),
	...prefixed('selection', selectionLabels),
	...prefixed('sharing', sharingLabels),
])

export function toFields({ layout, fixed, theme, selection, sharing }: WallDraft): WallFields {
	const fields: WallFields = { layout, fixed }
	for (const [prefix, part] of Object.entries({ theme, selection, sharing }))
		for (const [name, value] of Object.entries(part)) fields[`${prefix}.${name}`] = value
	return fields
}

export function fromFields(fields: WallFields): WallDraft {
	const part = (prefix: string) =>
		Object.fromEntries(
			Object.entries(fields).flatMap(([name, value]) =>
				name.startsWith(`${prefix}.`) ? [[name.slice(prefix.length + 1), value]] : [],
			),
		)
	return {
		layout: fields.layout,
		fixed: fields.fixed,
		theme: part('theme'),
		selection: part('selection'),
		sharing: part('sharing'),
	} as WallDraft
}

/** The differences between two drafts, a line for each setting: "Layout: Grid → List", "Own CSS". */
export function describeChanges(before: WallDraft, after: WallDraft): string[] {
	const [old, now] = [toFields(before), toFields(after)]
	return Object.keys(now)
		.filter((name) => !isEqual(old[name], now[name]))
		.map((name) => {
			const label = wallFieldLabels[name] ?? name
			const [from, to] = [wordsOf(name, old[name]), wordsOf(name, now[name])]
			return from === null || to === null ? label : `${label}: ${from} → ${to}`
		})
}

const longest = 40

/** A value in few words; null when it has none. */
function wordsOf(name: string, value: unknown): string | null {
	if (name === 'layout') return layoutNames[value as WallDraft['layout']]
	if (name === 'theme.css' || name === 'theme.order' || name === 'fixed') return null
	if (typeof value === 'boolean') return value ? 'on' : 'off'
	if (value === null || value === '') return 'none'
	if (Array.isArray(value)) return value.length === 0 ? 'all' : `${formatNumber(value.length)} chosen`
	const words = String(value).trim()
	return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words
}
