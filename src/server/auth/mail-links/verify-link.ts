import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { issueCode, type MailFlowMethod } from '#server/auth/openid/flow-queries.ts'
import {
	codeRedirect,
	errorRedirect,
	messageRedirect,
	sessionRedirect,
} from '#server/auth/redirects/redirects.ts'
import { toAuthError } from '#server/auth/render-error.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import type { Env } from '#server/deps.ts'
import { noticesOfChange } from './notices.ts'
import { kindsByType, spendToken } from './spend-token.ts'
import { firstConfirmation } from './verify.ts'

const methods: Record<string, MailFlowMethod> = {
	signup: 'email/signup',
	invite: 'invite',
	magiclink: 'magiclink',
	recovery: 'recovery',
	email_change: 'email_change',
}

/** GET /verify: the link of a mail, answered by a redirect that carries tokens, a code or an error (auth.md §2.5). */
export function verifyLink(context: AuthContext) {
	return async (c: Context<Env>) => {
		const { token, type } = c.req.query()
		if (!type) throw invalid('Verify requires a verification type')
		if (!token) throw invalid('Verify requires a token or a token hash')
		const target = context.redirects.choose(c)
		const isPkce = token.startsWith('pkce_')
		try {
			await context.limits.request('verify', c.var.ip)
			if (!kindsByType.has(type)) throw invalid('Unsupported verification type')
			return c.redirect(
				isPkce
					? await withCode(context, c, type, token, target)
					: await withTokens(context, c, type, token, target),
				303,
			)
		} catch (error) {
			const known = toAuthError(error, c.var.requestId, context.log)
			return c.redirect(errorRedirect(target, known, isPkce), 303)
		}
	}
}

async function withTokens(
	context: AuthContext,
	c: Context<Env>,
	type: string,
	tokenHash: string,
	target: string,
): Promise<string> {
	const proof = await spendToken(context, c, type, { tokenHash }, async (tx, account) => {
		for (const query of noticesOfChange(context, c, type, account)) await tx.query(query)
		return startSession(context, tx, c, account.id, 'otp')
	})
	context.jobs.wake()
	if (proof.waiting) return messageRedirect(target, firstConfirmation, false)
	if (!proof.result) throw new Error('the verified user cannot be read back')
	const { account, session } = proof.result
	return sessionRedirect(target, { ...sessionJson(context, account, session, 0n), type })
}

async function withCode(
	context: AuthContext,
	c: Context<Env>,
	type: string,
	tokenHash: string,
	target: string,
): Promise<string> {
	const proof = await spendToken(context, c, type, { tokenHash }, async (tx, account) => {
		for (const query of noticesOfChange(context, c, type, account)) await tx.query(query)
		const method = methods[type]
		const [flow] = method
			? await tx.query<{ auth_code: string }>(issueCode(account.id, method))
			: []
		if (!flow)
			throw new AuthError(
				400,
				'flow_state_not_found',
				'invalid flow state, no valid flow state found',
			)
		return flow.auth_code
	})
	context.jobs.wake()
	if (proof.waiting) return messageRedirect(target, firstConfirmation, true)
	return codeRedirect(target, proof.result)
}
