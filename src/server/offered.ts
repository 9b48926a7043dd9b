import { isIP } from 'node:net'
import type { Config } from './config.ts'

/** Whether passkeys are offered: as the operator says, else wherever browsers allow them, which is never at an address without a name. */
export function offersPasskeys({ PASSKEYS_ENABLED, SITE_URL }: Config): boolean {
	const { protocol, hostname } = new URL(SITE_URL)
	const isSecure = protocol === 'https:' || hostname === 'localhost'
	return PASSKEYS_ENABLED ?? (isSecure && isIP(hostname.replace(/[[\]]/g, '')) === 0)
}

/** Which ways to sign in and to prove oneself the screens may offer; part of what browsers are told. */
export function offeredWays(config: Config) {
	return {
		email: config.EMAIL_SIGNIN,
		saml: config.SAML_ENABLED,
		solana: config.WEB3_SOLANA_ENABLED,
		ethereum: config.WEB3_ETHEREUM_ENABLED,
		phone: config.SMS_PROVIDER !== undefined || config.SMS_TEST_OTP !== undefined,
		passkeys: offersPasskeys(config),
		factors: {
			totp: config.MFA_TOTP_ENABLED,
			phone: config.MFA_PHONE_ENABLED,
			webauthn: config.MFA_WEBAUTHN_ENABLED,
		},
		manualLinking: config.MANUAL_LINKING,
		secureEmailChange: config.SECURE_EMAIL_CHANGE,
	}
}
