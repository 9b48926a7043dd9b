import { enabledSignInMethods } from '#platform/config/public-config.ts'
import { redirect } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { chooseLanguage } from '#platform/mail/translations/read-translations.ts'
import type { FindFreshState } from '#platform/operators/fresh-server.ts'
import { renderPage, type Site } from '#product/pages/site.ts'
import { wallLanguages } from '#shared/wall/wall-languages.ts'

/**
 * The page at `/` for the people who run the server, in the visitor's language. No search engine lists it. A server without an account
 * leads to the app's sign-up instead.
 */
export function signInPage(site: Site, findFreshState: FindFreshState): Handler {
	const { config } = site
	const { host } = new URL(config.SITE_URL)
	const isOpen = config.SIGNUP === 'open'
	const { email: hasEmail } = enabledSignInMethods(config)
	return async (x) => {
		if (await findFreshState(x)) return redirect('/auth', 302, { 'cache-control': 'no-store' })
		const locale = chooseLanguage(x.header('accept-language'), wallLanguages) ?? 'en'
		return renderPage(site, {
			page: site.assets.pages.renderSignInPage({ locale, host, hasEmail, isOpen }),
			surface: 'public',
			style: 'landing/sign-in-page.css',
			script: 'landing/landing-client.ts',
			isCounterDeferred: true,
			robots: 'noindex',
			headers: { 'x-robots-tag': 'noindex' },
			cache: 'private, no-cache',
		})
	}
}
