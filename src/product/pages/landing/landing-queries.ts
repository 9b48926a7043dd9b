import { sql } from '#platform/pg/sql.ts'

/** `slug` is null while the chosen wall is not published. */
export type ChosenLanding = { kind: 'sign-in' | 'plaudit' | 'wall'; slug: string | null; space: string | null }

export const chosenLanding = () => sql`select kind, slug, space from private.chosen_landing()`

export const landingWalls = () => sql`select slug, name, space from private.landing_walls()`

/** `found` is false when no wall is published at the slug. */
export const chooseLanding = (kind: string, slug: string | null) => sql`
	select private.choose_landing(${kind}, ${slug}) as found`
