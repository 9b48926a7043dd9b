import type { Tx } from '#platform/pg/db.ts'
import { textOrNull, toBrand, webUrlOrNull } from '#product/spaces/brand.ts'
import type { EngineRatings } from '#product/structured-data/review-data.ts'
import { readBrandFont } from '#shared/look/brand-font.ts'
import { checkOwnCss } from '#shared/own-css/check-own-css.ts'
import type { CheckedCss } from '#shared/own-css/checked-css.ts'
import { ownCssRoot } from '#shared/own-css/own-css-root.ts'
import {
	type PublicWall,
	type WallCounts,
	type WallSelection,
	type WallSharing,
	wallLayouts,
} from '#shared/wall/wall.ts'
import { readSelection, readSharing, readTheme } from '#shared/wall/wall-settings.ts'
import { engineRatings, wallCounts, wallDefinition } from './queries.ts'

/** A published wall without its items: what all its pages share. */
export type WallDefinition = {
	wall: PublicWall['wall']
	space: PublicWall['space']
	/** The icon of its page. */
	icon: string | undefined
	sharing: WallSharing
	/** The wall's own CSS, checked for the shadow root of an embed and for the hosted page. */
	css: { embed: CheckedCss; page: CheckedCss }
	rule: WallSelection
	/** Placed by hand or named by the rule, in order; they come before what the rule finds. */
	fixed: string[]
	counts: WallCounts
	/** Ratings for search engines, where the wall has structured data. */
	ratings: EngineRatings | null
}

/** Result of `public.public_wall`. */
type StoredWall = WallSharing & {
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

type DefinitionRow = { wall: StoredWall; ids: string[] | null }

export async function loadDefinition(tx: Tx, wall: { slug: string } | { id: string }): Promise<WallDefinition | null> {
	const [row] = await tx.query<DefinitionRow>(wallDefinition(wall))
	if (!row) return null
	const definition = toDefinition(row)
	const { space, rule, fixed } = definition
	const [counts] = await tx.query<CountsRow>(wallCounts(space.id, rule, fixed))
	const isListed = definition.sharing.structured_data && !definition.sharing.noindex
	const [ratings] = isListed ? await tx.query<EngineRatings>(engineRatings(space.id)) : []
	return { ...definition, counts: toCounts(counts, rule), ratings: ratings ?? null }
}

function toDefinition({ wall, ids }: DefinitionRow): Omit<WallDefinition, 'counts' | 'ratings'> {
	const { brand } = wall.space
	const { logo_url, color, icon_url } = toBrand(brand)
	const rule = readSelection(wall.selection)
	const theme = readTheme(wall.theme)
	const font = theme.type === 'brand' ? readBrandFont(brand) : null
	return {
		wall: {
			id: wall.id,
			slug: wall.slug,
			name: wall.name,
			layout: wallLayouts.find((layout) => layout === wall.layout) ?? 'masonry',
			// Own CSS as it was typed is not public; `css` below is the checked part.
			theme: { ...theme, css: '' },
			version: wall.version,
		},
		icon: icon_url,
		sharing: readSharing(wall),
		css: { embed: checkOwnCss(theme.css).css, page: checkOwnCss(theme.css, ownCssRoot).css },
		space: {
			id: wall.space.id,
			name: wall.space.name,
			about: textOrNull(brand.about),
			url: webUrlOrNull(brand.url),
			logo: logo_url,
			color,
			...(font ? { font } : {}),
			locale: wall.space.locale,
			form: wall.form,
		},
		rule,
		fixed: [...new Set([...(ids ?? []), ...rule.ids])],
	}
}

type CountsRow = Record<'published' | 'chosen' | 'one' | 'two' | 'three' | 'four' | 'five', number>

function toCounts(row: CountsRow | undefined, rule: WallSelection): WallCounts {
	if (!row) return { chosen: 0, published: 0, spread: [0, 0, 0, 0, 0] }
	return {
		chosen: Math.min(row.chosen, rule.limit ?? row.chosen),
		published: row.published,
		spread: [row.one, row.two, row.three, row.four, row.five],
	}
}
