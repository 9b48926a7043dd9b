import { enabledSignInMethods } from '#platform/config/public-config.ts'
import type { Deps } from '#platform/deps.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { chooseLanguage } from '#platform/mail/translations/read-translations.ts'
import { createFreshCheck } from '#platform/operators/fresh-server.ts'
import { isFromThisMachine } from '#platform/operators/from-this-machine.ts'
import { wallLanguages } from '#shared/wall-languages.ts'
import { renderPage, type Site } from './site.ts'

/**
 * The page at `/` for the people who run the server, in the visitor's language. No search engine lists it. On a server without an
 * account it says where the setup link is; only a visitor at the server's own machine is offered the sign-up.
 */
export function signInPage({ config, db }: Pick<Deps, 'config' | 'db'>, site: Site): Handler {
	const isFresh = createFreshCheck({ db })
	const { host } = new URL(config.SITE_URL)
	const isOpen = config.SIGNUP === 'open'
	const { email: hasEmail } = enabledSignInMethods(config)
	return async (x) => {
		const locale = chooseLanguage(x.header('accept-language'), wallLanguages) ?? 'en'
		const isHere = isOpen && isFromThisMachine(x, config.SITE_URL)
		const setup = (await isFresh()) ? (isHere ? 'here' : 'elsewhere') : null
		return renderPage(site, {
			page: site.assets.pages.renderSignInPage({ locale, host, hasEmail, isOpen, setup }),
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
