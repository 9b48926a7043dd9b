import type { Deps } from '#server/deps.ts'
import type { Captcha } from './captcha.ts'
import { createProofOfWork } from './proof-of-work.ts'
import { createRemoteCaptcha } from './remote-captcha.ts'

/** The captcha that the settings name, if any. */
export function createCaptcha(deps: Deps): Captcha | undefined {
	const { CAPTCHA_PROVIDER: provider } = deps.config
	if (!provider) return undefined
	return provider === 'altcha' ? createProofOfWork(deps) : createRemoteCaptcha(deps, provider)
}
