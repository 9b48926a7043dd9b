import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { isAdministrator } from '#server/auth/bearer/admin-bearer.ts'
import { optional, readOptionalBody, text } from '#server/auth/body.ts'
import { notFound } from '#server/auth/unknown-route.ts'
import type { Env } from '#server/deps.ts'
import { type Captcha, captchaFailed } from './captcha.ts'
import { createCaptcha } from './create-captcha.ts'

const body = z.object({ gotrue_meta_security: optional(z.object({ captcha_token: text })) })
/** Grants that somebody types something for; the others carry proof of an earlier visit. */
const guardedGrants = ['password', 'web3']

/** What stands before sign-up and sign-in (auth.md §6.2): nothing, unless the operator chose a captcha. */
export function createCaptchaGuard(context: AuthContext) {
	const captcha = createCaptcha(context)
	return {
		/** Before an address that everybody may call. Administrators pass. */
		guard: createMiddleware<Env>(async (c, next) => {
			if (captcha) await requireSolved(context, captcha, c)
			await next()
		}),
		/** The same for POST /token, where the grant decides. */
		guardToken: createMiddleware<Env>(async (c, next) => {
			const isGuarded = guardedGrants.includes(c.req.query('grant_type') ?? '')
			if (captcha && isGuarded) await requireSolved(context, captcha, c)
			await next()
		}),
		/** GET /captcha: a puzzle, where we make them ourselves. An address of ours. */
		async challenge(c: Context<Env>) {
			if (!captcha?.challenge) return notFound(c)
			await context.limits.request('captcha', c.var.ip)
			return c.json(await captcha.challenge())
		},
	}
}

async function requireSolved(
	context: AuthContext,
	captcha: Captcha,
	c: Context<Env>,
): Promise<void> {
	if (await isAdministrator(context, c)) return
	const { gotrue_meta_security: given } = await readOptionalBody(c, body)
	const token = given?.captcha_token?.trim()
	if (!token) throw captchaFailed(['no captcha_token found'])
	await context.limits.request('captcha', c.var.ip)
	const reasons = await captcha.refuse(token, c.var.ip)
	if (reasons) throw captchaFailed(reasons)
}
