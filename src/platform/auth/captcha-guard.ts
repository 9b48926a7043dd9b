import { z } from 'zod'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isAdministrator } from './accounts/bearer/require-admin.ts'
import type { AuthContext } from './auth-context.ts'
import { optional, readOptionalBody, text } from './body.ts'
import { createBuiltInCaptcha } from './limits/captcha/built-in-captcha.ts'
import { type Captcha, captchaFailed, createRemoteCaptcha } from './limits/captcha/captcha.ts'
import { notFound } from './unknown-route.ts'

const body = z.object({ gotrue_meta_security: optional(z.object({ captcha_token: text })) })
/** True when POST /token takes credentials entered by a person; other grants carry proof of an earlier sign-in. */
export function needsCaptcha(x: { query(name: string): string | undefined }): boolean {
	return ['password', 'web3'].includes(x.query('grant_type') ?? '')
}

/** Requires a solved captcha for sign-up and sign-in when the operator configured one. */
export function createCaptchaGuard(context: AuthContext) {
	const captcha = createCaptcha(context)
	return {
		/** Undefined when no captcha is configured. Administrators need none. */
		requireCaptcha: captcha && ((x: Exchange) => requireSolvedCaptcha(context, captcha, x)),
		/** GET /captcha: a proof-of-work challenge when CAPTCHA_PROVIDER is altcha. Supabase Auth has no such endpoint. */
		async challenge(x: Exchange) {
			if (!captcha?.challenge) return notFound()
			await context.limits.request('captcha', x.ip)
			return json(await captcha.challenge())
		},
	}
}

async function requireSolvedCaptcha(context: AuthContext, captcha: Captcha, x: Exchange): Promise<void> {
	if (await isAdministrator(context, x)) return
	const { gotrue_meta_security: security } = await readOptionalBody(x, body)
	const token = security?.captcha_token?.trim()
	if (!token) throw captchaFailed(['no captcha_token found'])
	await context.limits.request('captcha', x.ip)
	const reasons = await captcha.check(token, x.ip)
	if (reasons) throw captchaFailed(reasons)
}

/** The captcha of CAPTCHA_PROVIDER, if it is set. */
function createCaptcha(deps: AuthContext): Captcha | undefined {
	const { CAPTCHA_PROVIDER: provider } = deps.config
	if (!provider) return undefined
	return provider === 'altcha' ? createBuiltInCaptcha(deps) : createRemoteCaptcha(deps, provider)
}
