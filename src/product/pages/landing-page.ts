import type { Deps } from '#platform/deps.ts'
import { type Answer, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { renderPage, type Site } from './site.ts'

const callbackNames = ['code', 'error', 'error_code', 'error_description']

/** The page of a published wall, by its path and the query of the request; null when there is none. */
type FindWallPage = (x: Exchange, target: string) => Promise<Answer | null>

/** GET /: what `LANDING_PAGE` chooses. A sign-in that is redirected here goes on to the app with the same query. */
export function getLandingPage(
	{ config, log }: Pick<Deps, 'config' | 'log'>,
	site: Site,
	findWallPage: FindWallPage,
): Handler {
	const { LANDING_PAGE: landing } = config
	const toSignIn = (search = '') => redirect(`/auth${search}`, 302, { 'cache-control': 'no-store' })
	const own = landing.kind === 'plaudit' ? ownPage(site) : () => toSignIn()
	const show = landing.kind === 'wall' ? wallPage(landing.slug) : own

	/** A wall that is not published must not be named to visitors. */
	function wallPage(slug: string): Handler {
		let isMissing = false
		return async (x) => {
			const found = await findWallPage(x, `/w/${slug}${x.search}`)
			if (!found && !isMissing)
				log.warn(`LANDING_PAGE: no wall is published at /w/${slug}. Until there is one, / leads to the sign-in.`)
			isMissing = !found
			return found ?? toSignIn()
		}
	}

	return (x) => (callbackNames.some((name) => x.searchParams.has(name)) ? toSignIn(x.search) : show(x, undefined))
}

/** The product's own page. */
function ownPage(site: Site): Handler {
	const { assets, config } = site
	const page = assets.pages.renderLanding({
		embedScriptBytes: assets.embedScriptBytes,
		isOpen: config.SIGNUP === 'open',
	})
	const social = [
		`<link rel="canonical" href="${config.SITE_URL}/">`,
		'<meta property="og:type" content="website">',
		`<meta property="og:title" content="${page.title}">`,
		`<meta property="og:url" content="${config.SITE_URL}/">`,
	]
	return () =>
		renderPage(site, {
			page,
			surface: 'public',
			style: 'landing/landing.css',
			script: 'landing/landing-client.ts',
			isCounterDeferred: true,
			tags: social,
			cache: 'public, max-age=60, stale-while-revalidate=600',
		})
}
