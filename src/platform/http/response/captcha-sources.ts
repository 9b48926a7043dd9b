import type { Config } from '#platform/config/config.ts'

/** Origins of a captcha's script and of the content that it loads. */
export type CaptchaSources = {
	scripts: string[]
	frames: string[]
	styles: string[]
	connections: string[]
}

const turnstile = ['https://challenges.cloudflare.com']
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const none: CaptchaSources = { scripts: [], frames: [], styles: [], connections: [] }

/** The sources that the sign-in page may load from outside: nothing, unless the operator chose a captcha that lives there. */
export function captchaSources({ CAPTCHA_PROVIDER }: Config): CaptchaSources {
	if (CAPTCHA_PROVIDER === 'turnstile') return { ...none, scripts: turnstile, frames: turnstile }
	if (CAPTCHA_PROVIDER === 'hcaptcha')
		return { scripts: hcaptcha, frames: hcaptcha, styles: hcaptcha, connections: hcaptcha }
	return none
}

/**
 * The captcha that the sign-in forms must show; nothing when there is none. `challengeUrl`: where altcha gets its
 * challenges.
 */
export function publicCaptchaConfig({ CAPTCHA_PROVIDER, CAPTCHA_SITE_KEY, SITE_URL }: Config) {
	if (!CAPTCHA_PROVIDER) return undefined
	return CAPTCHA_PROVIDER === 'altcha'
		? { provider: CAPTCHA_PROVIDER, challengeUrl: `${SITE_URL}/auth/v1/captcha` }
		: { provider: CAPTCHA_PROVIDER, siteKey: CAPTCHA_SITE_KEY }
}
