import type { WallLayout, WallSelection, WallTheme } from '#shared/wall.ts'
import { readSelection, readTheme } from '#shared/wall-settings.ts'
import type { StoredWall, WallChange } from './walls-data.ts'

/** What the studio edits; nothing of it is public before it is published. */
export type WallDraft = {
	layout: WallLayout
	theme: WallTheme
	selection: WallSelection
	/** Placed by hand, first to last. */
	fixed: string[]
}

/** How the parts are called where two people changed the same. */
export const partWords: Record<keyof WallDraft, string> = {
	layout: 'The layout',
	theme: 'The look',
	selection: 'The rules',
	fixed: 'The order',
}

export function toDraft(wall: StoredWall): WallDraft {
	return {
		layout: wall.layout,
		theme: readTheme(wall.theme),
		selection: readSelection(wall.selection),
		fixed: wall.fixed,
	}
}

/** How many of the draft's parts differ from what is published: layout, each rule, each part of the look, the order. */
export function countChanges(draft: WallDraft, wall: StoredWall): number {
	const published = toDraft(wall)
	const differ = (one: object, other: object): number => {
		const before = other as Record<string, unknown>
		return Object.entries(one).filter(
			([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
		).length
	}
	return (
		Number(draft.layout !== published.layout) +
		differ(draft.theme, published.theme) +
		differ(draft.selection, published.selection) +
		Number(draft.fixed.join() !== published.fixed.join())
	)
}

/** What has to be written so that the draft becomes the wall. */
export function toChange(
	draft: WallDraft,
	wall: StoredWall,
): { change: WallChange; fixed: string[] | undefined } {
	const { layout, theme, selection, fixed } = draft
	return {
		change: { layout, theme: { ...theme }, selection: sparse(selection) },
		fixed: fixed.join() === wall.fixed.join() ? undefined : fixed,
	}
}

/** Rules that set no limit are left out, so that a stored selection says what it means. */
function sparse(selection: WallSelection): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(selection).filter(([, value]) =>
			Array.isArray(value) ? value.length > 0 : value !== null,
		),
	)
}
