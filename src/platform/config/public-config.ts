import { isIP } from 'node:net'
import type { Config } from './config.ts'

/** True when passkeys are enabled: by setting, else where browsers support them, which needs HTTPS and a host name. */
export function arePasskeysEnabled({ PASSKEYS_ENABLED, SITE_URL }: Config): boolean {
	const { protocol, hostname } = new URL(SITE_URL)
	const isSecure = protocol === 'https:' || hostname === 'localhost'
	return PASSKEYS_ENABLED ?? (isSecure && isIP(hostname.replace(/[[\]]/g, '')) === 0)
}

/** Sign-in methods and factors of the public configuration. */
export function enabledSignInMethods(config: Config) {
	return {
		email: config.EMAIL_SIGNIN,
		saml: config.SAML_ENABLED,
		solana: config.WEB3_SOLANA_ENABLED,
		phone: config.SMS_PROVIDER !== undefined || config.SMS_TEST_OTP !== undefined,
		passkeys: arePasskeysEnabled(config),
		factors: {
			totp: config.MFA_TOTP_ENABLED,
			phone: config.MFA_PHONE_ENABLED,
			webauthn: config.MFA_WEBAUTHN_ENABLED,
		},
		manualLinking: config.MANUAL_LINKING,
		secureEmailChange: config.SECURE_EMAIL_CHANGE,
	}
}
