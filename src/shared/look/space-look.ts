import type { StoredBrand } from '#shared/rows.ts'
import type { WallTheme } from '#shared/wall/wall.ts'
import { readTheme } from '#shared/wall/wall-settings.ts'

/** The members that a wall takes from the look of its space. */
export type SpaceLook = Pick<WallTheme, 'color' | 'accent' | 'type' | 'corners'>

/** The look of a space; parts that are missing or invalid take their default. A null colour follows the space. */
export function readSpaceLook({ accent, type, corners }: StoredBrand): SpaceLook {
	const theme = readTheme({ accent, type: type === 'host' ? null : type, corners })
	return { color: null, accent: theme.accent, type: theme.type, corners: theme.corners }
}

/** A ready look, which fills the fields of a space or of a wall. */
export type LookPreset = { name: string; look: SpaceLook }

export const lookPresets: readonly LookPreset[] = [
	{ name: 'Workshop', look: { color: '#2f6f5e', accent: '#b0532b', type: 'serif', corners: 'soft' } },
	{ name: 'Paper', look: { color: '#1c1a17', accent: '#8a5a00', type: 'serif', corners: 'square' } },
	{ name: 'Clinic', look: { color: '#1f5f99', accent: '#3a8f7a', type: 'sans', corners: 'soft' } },
	{ name: 'Market', look: { color: '#a03c2c', accent: '#c8891a', type: 'serif', corners: 'round' } },
	{ name: 'Studio', look: { color: '#5b3a8c', accent: '#c0406a', type: 'sans', corners: 'round' } },
	{ name: 'Plain', look: { color: '#45423c', accent: '#8a8478', type: 'sans', corners: 'square' } },
]
