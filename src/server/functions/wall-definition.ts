import { publicFile } from '#shared/public-file.ts'
import { type PublicWall, type WallCounts, type WallSelection, wallLayouts } from '#shared/wall.ts'
import { readColor, readSelection, readTheme } from '#shared/wall-settings.ts'

/** All of a published wall except its items: what every page of it shares. */
export type WallDefinition = {
	wall: PublicWall['wall']
	space: PublicWall['space']
	rule: WallSelection
	/** Placed by hand, or named by the rule, in order; shown before what the rule finds. */
	fixed: string[]
	counts: WallCounts
}

/** What `public.public_wall` answers. */
type StoredWall = {
	id: string
	space_id: string
	slug: string
	name: string
	layout: string
	theme: unknown
	selection: unknown
	version: number
	form: string | null
	space: { id: string; name: string; brand: Record<string, unknown>; locale: string }
}

export type DefinitionRow = { wall: StoredWall; ids: string[] | null }

export function toDefinition({ wall, ids }: DefinitionRow): WallDefinition {
	const { brand } = wall.space
	const rule = readSelection(wall.selection)
	return {
		wall: {
			id: wall.id,
			slug: wall.slug,
			name: wall.name,
			layout: wallLayouts.find((layout) => layout === wall.layout) ?? 'masonry',
			theme: readTheme(wall.theme),
			version: wall.version,
		},
		space: {
			id: wall.space.id,
			name: wall.space.name,
			about: text(brand.about),
			url: webAddress(brand.url),
			logo: typeof brand.logo_path === 'string' ? publicFile('brand', brand.logo_path) : null,
			color: readColor(brand.color),
			locale: wall.space.locale,
			form: wall.form,
		},
		rule,
		fixed: [...new Set([...(ids ?? []), ...rule.ids])],
		counts: toCounts(undefined, rule),
	}
}

export type CountsRow = Record<
	'published' | 'chosen' | 'one' | 'two' | 'three' | 'four' | 'five',
	number
>

export function toCounts(row: CountsRow | undefined, rule: WallSelection): WallCounts {
	if (!row) return { chosen: 0, published: 0, spread: [0, 0, 0, 0, 0] }
	return {
		chosen: Math.min(row.chosen, rule.limit ?? row.chosen),
		published: row.published,
		spread: [row.one, row.two, row.three, row.four, row.five],
	}
}

function text(value: unknown): string | null {
	return typeof value === 'string' && value.trim() ? value.trim() : null
}

function webAddress(value: unknown): string | null {
	const given = text(value)
	return given && /^https?:\/\//i.test(given) && URL.canParse(given) ? given : null
}
