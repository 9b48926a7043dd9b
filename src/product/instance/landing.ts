import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { purgeLanding } from '#product/cdn/register-purge-jobs.ts'
import { invalid } from '#product/http/errors.ts'
import {
	type ChosenLanding,
	chooseLanding,
	chosenLanding,
	landingWalls,
} from '#product/pages/landing/landing-queries.ts'
import type { LandingStore } from '#product/pages/landing/landing-store.ts'
import type { ChooseLanding, LandingReport } from '#shared/instance/instance-report.ts'

/** Reads the page that `/` shows, who decides it, and the walls that may be chosen. */
export async function readLanding({ db }: Deps, landings: LandingStore): Promise<LandingReport> {
	const [[chosen], walls] = await db.as(
		{ role: 'service_role' },
		(tx) =>
			Promise.all([tx.query<ChosenLanding>(chosenLanding()), tx.query<LandingReport['walls'][number]>(landingWalls())]),
		{ readOnly: true },
	)
	const fixed = landings.isFixed ? landings.current() : null
	if (fixed) return { kind: fixed.kind, slug: fixed.kind === 'wall' ? fixed.slug : null, is_fixed: true, walls }
	return { kind: chosen?.kind ?? 'sign-in', slug: chosen?.slug ?? null, is_fixed: false, walls }
}

/**
 * Chooses what `/` shows on every node.
 * @throws AppError 409 while LANDING_PAGE decides, 422 when no wall is published at the slug
 */
export async function changeLanding(deps: Deps, { isFixed }: LandingStore, choice: ChooseLanding): Promise<void> {
	if (isFixed)
		throw new AppError(409, 'conflict', 'The setting LANDING_PAGE decides what / shows.', {
			headers: { 'cache-control': 'no-store' },
		})
	const slug = choice.kind === 'wall' ? choice.slug : null
	await deps.db.as({ role: 'service_role' }, async (tx) => {
		const [row] = await tx.query<{ found: boolean }>(chooseLanding(choice.kind, slug))
		if (!row?.found) throw invalid({ slug: 'No wall is published at this address.' })
		await purgeLanding(deps, tx)
	})
}
