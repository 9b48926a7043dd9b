import type { Deps } from '#platform/deps.ts'
import { type Answer, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { readForm } from '#product/http/form-body.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import { renderPage, type Site } from '#product/pages/site.ts'
import { secretAnswer } from '#product/verifications/account-proofs.ts'
import { sealVisit, visitPath } from '#product/verifications/account-visit.ts'
import { type AccountFlow, listProviders } from './account-providers.ts'
import { loadForm } from './load-form.ts'

const maxFormBytes = 8192

/**
 * POST /collect/{slug}/account: leads a visitor of an open form to the provider that they chose. A GET starts nothing, as
 * browsers and mail scanners fetch links ahead.
 */
export function postAccount({ db, keys }: Deps, site: Site, accounts: AccountFlow): Handler {
	return async (x) => {
		const form = await loadForm(db, x.param('slug').toLowerCase())
		if (!form) return renderNotFound(site, 'form')
		const { slug } = form
		// Another site must not send its visitors to a provider in the name of a form.
		if (!isSameOrigin(x, site.config.SITE_URL) || !form.is_open) return redirect(`/collect/${slug}`, 303)
		const posted = await readForm(x, maxFormBytes)
		const visit = { form: form.id, slug, ...textsOf(posted, ['i', 'order', 'sig']) }
		const wanted = posted.get('provider')
		const provider = (await listProviders(accounts)).find(({ name }) => name === wanted)
		const started = provider
			? await accounts.start(x, provider.name, sealVisit(keys.secret, visit))
			: ('unavailable' as const)
		if (typeof started === 'string' || !provider)
			return redirect(visitPath(visit, started === 'throttled' ? 'busy' : 'failed'), 303, secretAnswer)
		return renderLeave(site, { url: started.url, provider: provider.words, locale: form.locale }, started.headers)
	}
}

/**
 * The way goes over a page: browsers refuse to follow a form to another site under our content security policy, redirects
 * included (`form-action`).
 */
function renderLeave(
	site: Site,
	props: { url: string; provider: string; locale: string },
	headers: Record<string, string | string[]>,
): Answer {
	const answer = renderPage(site, {
		page: site.assets.pages.renderLeave(props),
		surface: 'secret',
		style: 'collect/collect.css',
		robots: 'noindex, nofollow',
		hasSecretUrl: true,
		cache: 'no-store',
	})
	return { ...answer, headers: { ...answer.headers, ...headers, refresh: `0;url=${props.url}` } }
}

/** Browsers without Sec-Fetch-Site name the origin of each post. */
function isSameOrigin(x: Exchange, siteUrl: string): boolean {
	const site = x.header('sec-fetch-site')
	return site === undefined ? x.header('origin') === new URL(siteUrl).origin : site === 'same-origin'
}

function textsOf(form: FormData, names: readonly string[]): Record<string, string> {
	const texts: Record<string, string> = {}
	for (const name of names) {
		const value = form.get(name)
		if (typeof value === 'string') texts[name] = value
	}
	return texts
}
