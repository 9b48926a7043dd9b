import type { Deps } from '#platform/deps.ts'
import { type Answer, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { FindFreshState } from '#platform/operators/fresh-server.ts'
import { productPage } from './product-page.ts'
import { signInPage } from './sign-in-page.ts'
import type { Site } from './site.ts'

const callbackNames = ['code', 'error', 'error_code', 'error_description']

/** The page of a published wall, by its path and the query of the request; null when there is none. */
type FindWallPage = (x: Exchange, target: string) => Promise<Answer | null>

/** GET /: what `LANDING_PAGE` chooses. A sign-in that is redirected here goes on to the app with the same query. */
export function getLandingPage(
	deps: Pick<Deps, 'config' | 'db' | 'log'>,
	site: Site,
	findWallPage: FindWallPage,
	findFreshState: FindFreshState,
): Handler {
	const { LANDING_PAGE: landing } = deps.config
	const signIn = signInPage(site, findFreshState)
	const toApp = (search: string) => redirect(`/auth${search}`, 302, { 'cache-control': 'no-store' })
	const shown = { plaudit: () => productPage(site, { isFront: true }), 'sign-in': () => signIn }
	const show = landing.kind === 'wall' ? wallPage(landing.slug) : shown[landing.kind]()

	/** A wall that is not published must not be named to visitors. */
	function wallPage(slug: string): Handler {
		let isMissing = false
		return async (x) => {
			const found = await findWallPage(x, `/w/${slug}${x.search}`)
			if (!found && !isMissing)
				deps.log.warn(`LANDING_PAGE: no wall is published at /w/${slug}. Until there is one, / shows the sign-in.`)
			isMissing = !found
			return found ?? signIn(x, undefined)
		}
	}

	return (x) => (callbackNames.some((name) => x.searchParams.has(name)) ? toApp(x.search) : show(x, undefined))
}
