import { z } from 'zod'
import { AuthError } from '#server/auth/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Captcha } from './captcha.ts'

const addresses = {
	turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
	hcaptcha: 'https://api.hcaptcha.com/siteverify',
}
const timeout = 5000
const answer = z.object({
	success: z.boolean(),
	'error-codes': z.array(z.string()).default([]),
})

/** Turnstile or hCaptcha: their browser part made the token, their server judges it. */
export function createRemoteCaptcha(
	{ config, log }: Deps,
	provider: keyof typeof addresses,
): Captcha {
	const address = config.CAPTCHA_VERIFY_URL ?? addresses[provider]
	return {
		async refuse(response, remoteip) {
			const form = new URLSearchParams({
				secret: config.CAPTCHA_SECRET ?? '',
				response,
				remoteip,
			})
			const judged = await ask(address, form).catch((error) => {
				log.warn({ err: error, provider }, 'the captcha cannot be judged')
				throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed')
			})
			if (judged.success) return undefined
			const reasons = judged['error-codes']
			return reasons.length > 0 ? reasons : ['invalid-input-response']
		},
	}
}

async function ask(address: string, body: URLSearchParams): Promise<z.output<typeof answer>> {
	const signal = AbortSignal.timeout(timeout)
	const response = await fetch(address, { method: 'POST', body, signal, redirect: 'error' })
	return answer.parse(await response.json())
}
