import { publicFileUrl } from '#shared/public-file-url.ts'
import type { SpaceRow } from '#shared/rows.ts'
import {
	type PublicWall,
	type WallLayout,
	type WallSelection,
	type WallSharing,
	type WallTheme,
	wallLayouts,
} from '#shared/wall.ts'
import type { WallRow } from '#shared/wall-rows.ts'
import { readColor, readSelection, readSharing, readTheme } from '#shared/wall-settings.ts'
import { type StoredWall, type WallChange, wallDraftKey } from '#web/features/walls/use-walls.ts'
import { isEqual } from '#web/lib/drafts/merge-state.ts'
import { useMergeState } from '#web/lib/drafts/use-merge-state.ts'
import { useSavedDraft } from '#web/lib/drafts/use-saved-draft.ts'
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

/** Labels of the parts in a conflict notice. */
export const wallFieldLabels: Record<keyof WallDraft, string> = {
	layout: 'The layout',
	theme: 'The look',
	selection: 'The rules',
	sharing: 'Its page and sharing',
	fixed: 'The order',
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

/** Number of parts that differ from the published wall: layout, each rule, each setting, the order. */
export function countChanges(draft: WallDraft, wall: StoredWall): number {
	const published = toDraft(wall)
	const differ = (one: object, other: object): number => {
		const before = other as Record<string, unknown>
		return Object.entries(one).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])).length
	}
	return (
		Number(draft.layout !== published.layout) +
		differ(draft.theme, published.theme) +
		differ(draft.selection, published.selection) +
		differ(draft.sharing, published.sharing) +
		Number(draft.fixed.join() !== published.fixed.join())
	)
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

/** The draft of a wall, stored in this browser until it is published or discarded; concurrent changes are merged. */
export function useWallDraft(wall: StoredWall) {
	const [saved, save] = useSavedDraft(wallDraftKey(wall.id), (stored: StoredDraft | null) => {
		const mine = parseDraft(stored)
		// The base keeps changes that were published since then from counting as local edits.
		return mine && { mine, base: parseDraft(stored?.base) ?? toDraft(wall) }
	})
	const { value, ...merged } = useMergeState(
		toDraft(wall),
		() => saved,
		({ base, mine }) => save(isEqual(base, mine) ? null : { ...mine, base }),
	)
	return { ...merged, draft: value, changes: countChanges(value, wall) }
}

type StoredDraft = Partial<WallDraft & { base: WallDraft }>

function parseDraft(kept: Partial<WallDraft> | null | undefined): WallDraft | null {
	const layout = wallLayouts.find((name) => name === kept?.layout)
	if (!kept || !layout || !Array.isArray(kept.fixed)) return null
	const { theme, selection, sharing, fixed } = kept
	return {
		layout,
		theme: readTheme(theme),
		selection: readSelection(selection),
		sharing: readSharing(sharing),
		fixed,
	}
}
