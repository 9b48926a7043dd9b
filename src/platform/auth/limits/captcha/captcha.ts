import { z } from 'zod'
import { isAdministrator } from '#platform/auth/accounts/bearer/require-admin.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { optional, readOptionalBody, text } from '#platform/auth/body.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { insertUsedCaptcha } from '#platform/auth/limits/rate-limit-queries.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { notFound } from '#platform/auth/unknown-route.ts'
import type { Deps } from '#platform/deps.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { createProofOfWork } from '#platform/proof-of-work.ts'

/** Verifies captcha tokens. */
export type Captcha = {
	/**
	 * Verifies and consumes the token of a browser.
	 * @returns Turnstile error codes when it is refused, else undefined
	 * @throws AuthError 500 when the provider does not answer
	 */
	check(token: string, ip: string): Promise<string[] | undefined>
	/** Creates a challenge, for proof of work only. */
	challenge?: () => Promise<unknown>
}

const verifyUrls = {
	turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
	hcaptcha: 'https://api.hcaptcha.com/siteverify',
}
const timeout = 5000
const answer = z.object({
	success: z.boolean(),
	'error-codes': z.array(z.string()).default([]),
})

/** Turnstile or hCaptcha: the provider verifies the token of the browser. */
export function createRemoteCaptcha({ config, log }: Deps, provider: keyof typeof verifyUrls): Captcha {
	const address = config.CAPTCHA_VERIFY_URL ?? verifyUrls[provider]
	return {
		async check(response, remoteip) {
			const form = new URLSearchParams({
				secret: config.CAPTCHA_SECRET ?? '',
				response,
				remoteip,
			})
			const verification = await postVerification(address, form).catch((error) => {
				log.warn({ err: error, provider }, 'captcha verification failed')
				throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed')
			})
			if (verification.success) return undefined
			const reasons = verification['error-codes']
			return reasons.length > 0 ? reasons : ['invalid-input-response']
		},
	}
}

async function postVerification(address: string, body: URLSearchParams): Promise<z.output<typeof answer>> {
	const signal = AbortSignal.timeout(timeout)
	const response = await fetch(address, { method: 'POST', body, signal, redirect: 'error' })
	return answer.parse(await response.json())
}

/** @param reasons error codes of the refused token */
export function captchaFailed(reasons: readonly string[]): AuthError {
	const why = reasons.join(', ')
	return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${why})`)
}

/** About 750,000 rounds of SHA-256: 0.2 s on a desktop, 1 to 2 s on a slow phone. */
const work = { minCounter: 250, maxCounter: 500 }
/** Binds a proof to sign-in; one made for another purpose is refused. */
const purpose = 'auth/v1'

/** The built-in captcha: a proof of work, accepted once. */
export function createBuiltInCaptcha({ db, keys }: Pick<Deps, 'db' | 'keys'>): Captcha {
	const proofOfWork = createProofOfWork(keys.secret, 'auth/captcha')
	return {
		challenge: () => proofOfWork.challenge(work, { purpose }),
		async check(token) {
			const verified = await proofOfWork.verify(token)
			if (verified === 'expired') return ['timeout-or-duplicate']
			if (verified === 'invalid' || verified.data.purpose !== purpose) return ['invalid-input-response']
			const use = insertUsedCaptcha(verified.id, verified.expiresAt)
			const [inserted] = await db.as(authServiceRole, (tx) => tx.final(use))
			return inserted ? undefined : ['timeout-or-duplicate']
		},
	}
}

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
