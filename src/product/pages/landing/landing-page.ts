import type { Deps } from '#platform/deps.ts'
import { type Answer, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { FindFreshState } from '#platform/operators/fresh-server.ts'
import { withLandingKey } from '#product/http/cdn-headers.ts'
import type { Site } from '#product/pages/site.ts'
import type { LandingStore } from './landing-store.ts'
import { productPage } from './product-page.ts'
import { signInPage } from './sign-in-page.ts'

const callbackNames = ['code', 'error', 'error_code', 'error_description']

/** The page of a published wall, by its path and the query of the request; null when there is none. */
type FindWallPage = (x: Exchange, target: string) => Promise<Answer | null>

/**
 * GET /: what `LANDING_PAGE` or the operator chose. A sign-in that is redirected here goes on to the app with the same query.
 */
export function getLandingPage(
	deps: Pick<Deps, 'log'>,
	site: Site,
	landings: LandingStore,
	findWallPage: FindWallPage,
	findFreshState: FindFreshState,
): Handler {
	const signIn = signInPage(site, findFreshState)
	const product = productPage(site, { isFront: true })
	const toApp = (search: string) => redirect(`/auth${search}`, 302, { 'cache-control': 'no-store' })
	/** Address of a wall that was found missing, so that it is logged once. */
	let missing: string | undefined

	/** A wall that is not published must not be named to visitors. */
	async function showWall(x: Exchange, slug: string): Promise<Answer> {
		const found = await findWallPage(x, `/w/${slug}${x.search}`)
		if (!found && missing !== slug)
			deps.log.warn(`LANDING_PAGE: no wall is published at /w/${slug}. Until there is one, / shows the sign-in.`)
		missing = found ? undefined : slug
		return found ? { ...found, headers: withLandingKey(found.headers) } : signIn(x, undefined)
	}

	return async (x) => {
		if (callbackNames.some((name) => x.searchParams.has(name))) return toApp(x.search)
		const landing = await landings.read()
		if (landing.kind === 'wall') return showWall(x, landing.slug)
		return landing.kind === 'plaudit' ? product(x, undefined) : signIn(x, undefined)
	}
}
