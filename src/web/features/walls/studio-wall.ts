import { publicFile } from '#shared/public-file.ts'
import type { SpaceRow, WallRow } from '#shared/rows.ts'
import type { PublicWall } from '#shared/wall.ts'
import { readColor } from '#shared/wall-settings.ts'
import { arabicItems, longItems } from '#web/public/wall/sample-items.ts'
import type { Chosen } from './preview-data.ts'
import type { WallDraft } from './wall-draft.ts'

/** Whose words the preview sets. */
export type PreviewText = 'real' | 'long' | 'arabic'

/** A draft as the wall it would be. */
export function draftedWall(
	space: SpaceRow,
	wall: WallRow,
	draft: WallDraft,
	chosen: Chosen,
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
			logo: brand.logo_path ? publicFile('brand', brand.logo_path) : null,
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
