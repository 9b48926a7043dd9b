import { randomUUID } from 'node:crypto'
import type { Config } from '#platform/config/config.ts'
import type { AnswerHeaders } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { accountSeconds, bindAccountBrowser } from './account-browser.ts'
import { sealStatement } from './account-statement.ts'
import { openVisit, visitPath } from './account-visit.ts'
import { providerWords, tidyEmail, tidyName } from './provider-words.ts'

type ProvenIdentity = {
	provider: { name: string; label: string | undefined }
	name: string | undefined
	email: string | undefined
	emailVerified: boolean
}
type Refusal = 'other_browser' | 'expired' | 'denied' | 'failed'
type Redirect = { url: string; headers: AnswerHeaders }

/** The headers of answers with a statement in them, or in their address. */
export const secretAnswer = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** Handles an identity that a provider proved for a visitor of a form: they go back to the form with a statement. */
export function createAccountProofs({ config, keys }: { config: Config; keys: { secret: Buffer } }) {
	const redirect = (path: string, headers: AnswerHeaders = {}) => ({
		url: config.SITE_URL + path,
		headers: { ...secretAnswer, ...headers },
	})
	return {
		proven(x: Exchange, context: string, identity: ProvenIdentity): Redirect {
			const visit = openVisit(keys.secret, context)
			if (!visit) throw new Error('the flow was not started from a form')
			const { hash, headers } = bindAccountBrowser(x, config.SITE_URL)
			const statement = {
				id: randomUUID(),
				form: visit.form,
				provider: providerWords(identity.provider),
				name: tidyName(identity.name),
				email: tidyEmail(identity.email, identity.emailVerified),
				browser: hash,
				expiresAt: Date.now() + accountSeconds * 1000,
			}
			return redirect(visitPath(visit, sealStatement(keys.secret, statement, 'address')), headers)
		},
		refused(context: string, reason: Refusal): Redirect | undefined {
			const visit = openVisit(keys.secret, context)
			if (!visit) return undefined
			const account = reason === 'denied' ? 'cancelled' : 'failed'
			// The personal link of the one who started is not given to another browser.
			return redirect(visitPath(reason === 'other_browser' ? { slug: visit.slug } : visit, account))
		},
	}
}
