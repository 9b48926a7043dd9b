import { readBrandFont } from '#shared/look/brand-font.ts'
import { publicFileUrl } from '#shared/public-file-url.ts'
import type { SpaceRow, WallRow, WallVersionRow } from '#shared/rows.ts'
import {
	type PublicWall,
	type WallLayout,
	type WallSelection,
	type WallSharing,
	type WallTheme,
	wallLayouts,
} from '#shared/wall/wall.ts'
import { readColor, readSelection, readSharing, readTheme } from '#shared/wall/wall-settings.ts'
import type { StoredWall, WallChange } from '#web/features/walls/use-walls.ts'
import { arabicItems, longItems } from '#web/public/wall/sample-items.ts'
import type { SelectedItems } from './use-selected-items.ts'

/** The editable parts of a wall; private until published. */
export type WallDraft = {
	layout: WallLayout
	theme: WallTheme
	selection: WallSelection
	sharing: WallSharing
	/** Testimonials placed by hand, first to last. */
	fixed: string[]
}

export function toDraft(wall: StoredWall): WallDraft {
	return {
		layout: wall.layout,
		theme: readTheme(wall.theme),
		selection: readSelection(wall.selection),
		sharing: readSharing(wall),
		fixed: wall.fixed,
	}
}

/** The rows to write so that the draft becomes the wall. */
export function toWallChange(draft: WallDraft, wall: StoredWall): { change: WallChange; fixed: string[] | undefined } {
	const { layout, theme, selection, sharing, fixed } = draft
	return {
		change: { layout, theme: { ...theme }, selection: omitEmpty(selection), ...trimmed(sharing) },
		fixed: fixed.join() === wall.fixed.join() ? undefined : fixed,
	}
}

/** Rules without a limit are left out, so a stored selection holds only real limits. */
function omitEmpty(selection: WallSelection): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(selection).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== null)),
	)
}

function trimmed(sharing: WallSharing): WallSharing {
	const { page_title, page_description, page_intro } = sharing
	return {
		...sharing,
		page_title: page_title.trim(),
		page_description: page_description.trim(),
		page_intro: page_intro.trim(),
	}
}

/** The sample texts of the preview. */
export type PreviewText = 'real' | 'long' | 'arabic'

/** The wall that a draft would become. */
export function wallFromDraft(
	space: SpaceRow,
	wall: WallRow,
	draft: WallDraft,
	chosen: SelectedItems,
	text: PreviewText,
): PublicWall {
	const { brand } = space
	const font = draft.theme.type === 'brand' ? readBrandFont(brand) : null
	return {
		wall: {
			id: wall.id,
			slug: wall.slug,
			name: wall.name,
			layout: draft.layout,
			theme: draft.theme,
			version: wall.version,
		},
		space: {
			id: space.id,
			name: space.name,
			about: null,
			url: null,
			logo: brand.logo_path ? publicFileUrl('brand', brand.logo_path) : null,
			color: readColor(brand.color),
			...(font ? { font: { ...font, isPreview: true } } : {}),
			locale: text === 'arabic' ? 'ar' : space.locale,
			form: null,
		},
		counts: chosen.counts,
		items: [...(text === 'real' ? chosen.items : text === 'long' ? longItems : arabicItems)],
		offset: 0,
		next: null,
		previous: null,
	}
}

/** Reads a draft as it was stored; null for what is none. Missing and invalid settings take their default. */
export function readDraft(stored: Partial<Record<keyof WallDraft, unknown>> | null | undefined): WallDraft | null {
	const layout = wallLayouts.find((name) => name === stored?.layout)
	if (!stored || !layout || !Array.isArray(stored.fixed)) return null
	return {
		layout,
		theme: readTheme(stored.theme),
		selection: readSelection(stored.selection),
		sharing: readSharing(stored.sharing),
		fixed: stored.fixed.filter((id) => typeof id === 'string'),
	}
}

/** The wall in a version of its history. */
export const draftOfVersion = ({ parts }: WallVersionRow): WallDraft | null => readDraft({ ...parts, sharing: parts })
