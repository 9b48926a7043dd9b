import { z } from 'zod'
import { AuthError } from '#platform/auth/errors.ts'
import type { Deps } from '#platform/deps.ts'

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
