import type { Deps } from '#platform/deps.ts'
import { type Answer, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { hashToken, looksLikeToken } from '#platform/keys/secret-token.ts'
import { readForm } from '#product/http/form-body.ts'
import { renderNotFound } from '#product/pages/not-found.ts'
import { secretPage } from '#product/pages/secret-page.ts'
import { renderPage, type Site } from '#product/pages/site.ts'
import { toBrand } from '#product/spaces/brand.ts'
import { declineInvitation, findInvitation } from './queries.ts'

const anon = { role: 'anon' } as const
const maxFormBytes = 4096

/** The part of the result of `private.find_invitation` that the page shows. */
type FoundInvitation = {
	/** Null for an erased invitation. */
	email: string | null
	state: string
	is_declined: boolean
	locale: string
	form_slug: string | null
	space_name: string
	space_brand: Record<string, unknown>
}

/** GET /invitation/{token}/decline: asks, and changes nothing: mail scanners open every link. */
export function getDeclinePage({ db }: Deps, site: Site): Handler {
	return async (x) => {
		const found = await find(db, x.param('token'))
		return found ? renderDeclinePage(x, site, found) : renderNotFound(site, 'page')
	}
}

/**
 * POST /invitation/{token}/decline: declines for that space for good, or takes it back. A mail program posts
 * `List-Unsubscribe=One-Click` and follows no redirect (RFC 8058 §3.2).
 */
export function postDeclinePage({ db }: Deps, site: Site): Handler {
	return async (x) => {
		// The token in the path is a secret that other sites do not know; this stops guesses as well.
		if (x.header('sec-fetch-site') === 'cross-site') return renderNotFound(site, 'page')
		const token = x.param('token')
		const form = await readForm(x, maxFormBytes)
		if (!(await find(db, token))) return renderNotFound(site, 'page')
		const query = declineInvitation(hashToken(token), form.get('do') === 'undo')
		await db.as(anon, (tx) => tx.final(query), { repeatable: true })
		if (!form.has('List-Unsubscribe')) return redirect(x.path, 303)
		const found = await find(db, token)
		return found ? renderDeclinePage(x, site, found) : renderNotFound(site, 'page')
	}
}

async function find(db: Deps['db'], token: string): Promise<FoundInvitation | null> {
	if (!looksLikeToken(token)) return null
	const query = findInvitation(hashToken(token))
	const [row] = await db.as(anon, (tx) => tx.final<{ invitation: FoundInvitation | null }>(query), { readOnly: true })
	return row?.invitation ?? null
}

function renderDeclinePage(x: Exchange, site: Site, found: FoundInvitation): Answer {
	const brand = toBrand(found.space_brand)
	const isUsable = found.form_slug && ['queued', 'sent', 'opened'].includes(found.state)
	return renderPage(site, {
		page: site.assets.pages.renderDecline({
			space: { name: found.space_name, logo: brand.logo_url },
			email: found.email,
			locale: found.locale,
			isDeclined: found.is_declined,
			writeUrl: isUsable ? `/collect/${found.form_slug}?i=${x.param('token')}` : null,
		}),
		style: 'page-shell/one-question.css',
		...secretPage(brand),
	})
}
