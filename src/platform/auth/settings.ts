import { z } from 'zod'
import type { Provider } from '#platform/config/provider-settings.ts'
import { duration, type Environment, flag, httpUrl, integer, list } from '#platform/config/setting-types.ts'
import { readRsaKey } from '#platform/keys/rsa-key.ts'
import { findHookSettingErrors, hookSettings } from './delivery/hooks/settings.ts'

/** Sets of characters separated by colons; `\:` is a literal colon. */
const characterSets = z.string().transform((text) =>
	text
		.split(/(?<!\\):/)
		.map((set) => set.replaceAll('\\:', ':'))
		.filter(Boolean),
)
/** A list in which a comma between braces belongs to its pattern. */
const patterns = z
	.string()
	.transform((text) => text.split(/[\s,]+(?![^{}]*\})/).filter(Boolean))
	.superRefine((all, context) => {
		for (const pattern of all)
			if (!/^([a-z][\w+.-]*:|[*?{[])/i.test(pattern))
				context.addIssue(
					`${pattern} is no address: one begins with https://, or with the scheme of an app such as com.example.app://`,
				)
	})
const noticeNames = [
	'password_changed',
	'email_changed',
	'phone_changed',
	'identity_linked',
	'identity_unlinked',
	'mfa_factor_enrolled',
	'mfa_factor_unenrolled',
	'passkey_created',
	'passkey_deleted',
	'recovery_code_used',
	'new_device',
] as const
/** `on`, `off`, or the names of the notices to send. */
const notices = z.string().transform((text, context): 'all' | readonly (typeof noticeNames)[number][] => {
	if (text === 'on') return 'all'
	const names = text === 'off' ? [] : text.split(/[\s,]+/).filter(Boolean)
	const unknown = names.filter((name) => !noticeNames.some((known) => known === name))
	if (unknown.length > 0) context.addIssue(`on, off, or some of ${noticeNames.join(', ')}; not ${unknown.join(', ')}`)
	return names as (typeof noticeNames)[number][]
})

/** The settings of auth/v1. */
export const authSettings = {
	SIGNUP: z.enum(['open', 'invite', 'closed']).default('open'),
	/** Addresses whose accounts operate the server, once their owners have proven them. Without it, an account claims the server. */
	OPERATORS: list
		.refine(
			(all) => all.every((address) => /^[^\s@]+@[^\s@]+$/.test(address)),
			'must be e-mail addresses, separated by commas',
		)
		.transform((all) => all.map((address) => address.toLowerCase()))
		.default([]),
	MAIL_AUTOCONFIRM: flag.optional(),
	MAIL_NOTICES: notices.optional(),
	MAILS_PER_HOUR: integer(0, 1_000_000).optional(),
	PASSWORD_MIN_LENGTH: integer(6, 72).default(8),
	PASSWORD_REQUIRED_CHARACTERS: characterSets.default([]),
	PASSWORD_BLOCKLIST: flag.default(true),
	PASSWORD_REQUIRE_REAUTHENTICATION: flag.default(false),
	PASSWORD_REQUIRE_CURRENT: flag.default(true),
	SECURE_EMAIL_CHANGE: flag.default(true),
	EMAIL_SIGNIN: flag.default(true),
	ANONYMOUS_SIGNIN: flag.default(false),
	MANUAL_LINKING: flag.default(false),
	REFRESH_REUSE_INTERVAL: integer(0, 600).default(10),
	SESSIONS_TIMEBOX: duration.default(0),
	SESSIONS_INACTIVITY_TIMEOUT: duration.default(0),
	SESSIONS_ALLOW_LOW_AAL: duration.default(0),
	SESSIONS_SINGLE_PER_USER: flag.default(false),
	SESSIONS_END_AT_ONCE: flag.default(true),
	REDIRECT_ALLOW_LIST: patterns.default([]),
	SMS_PROVIDER: z.enum(['twilio', 'webhook']).optional(),
	SMS_TEST_OTP: z
		.string()
		.regex(/^\+?\d{2,15}=\d{6,10}(\s*,\s*\+?\d{2,15}=\d{6,10})*$/, 'number=code,number=code')
		.optional(),
	SMS_TEST_OTP_UNTIL: z.iso.datetime({ offset: true }).optional(),
	SMS_AUTOCONFIRM: flag.default(false),
	SMS_CODE_SECONDS: integer(30, 600).default(60),
	SMS_TEMPLATE: z.string().includes('{{ .Code }}').default('Your code is {{ .Code }}'),
	SMS_COUNTRIES: list.pipe(z.array(z.string().regex(/^!?\+?\d{1,7}$/))).default([]),
	SMS_PER_HOUR: integer(0, 1_000_000).default(30),
	SMS_PER_PREFIX_HOURLY: integer(1, 1_000_000).default(10),
	SMS_PER_ADDRESS_HOURLY: integer(1, 1_000_000).default(10),
	SMS_TWILIO_ACCOUNT_SID: z.string().optional(),
	SMS_TWILIO_AUTH_TOKEN: z.string().optional(),
	SMS_TWILIO_FROM: z.string().optional(),
	SMS_TWILIO_CONTENT_SID: z.string().optional(),
	SMS_TWILIO_URL: httpUrl.default('https://api.twilio.com'),
	SMS_WEBHOOK_URL: httpUrl.optional(),
	SMS_WEBHOOK_SECRET: z
		.string()
		.regex(/^(v1,)?whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'v1,whsec_ and at least 24 bytes in base64')
		.optional(),
	MFA_TOTP_ENABLED: flag.default(true),
	MFA_PHONE_ENABLED: flag.default(false),
	MFA_WEBAUTHN_ENABLED: flag.default(false),
	PASSKEYS_ENABLED: flag.optional(),
	WEBAUTHN_RP_ID: z.hostname().optional(),
	WEBAUTHN_RP_NAME: z.string().default('Plaudit'),
	WEBAUTHN_ORIGINS: list.default([]),
	CAPTCHA_PROVIDER: z.enum(['altcha', 'turnstile', 'hcaptcha']).optional(),
	CAPTCHA_SITE_KEY: z.string().optional(),
	CAPTCHA_SECRET: z.string().optional(),
	CAPTCHA_VERIFY_URL: httpUrl.optional(),
	SAML_ENABLED: flag.default(false),
	SAML_PRIVATE_KEY: z
		.string()
		.refine(readRsaKey, 'an RSA private key of at least 2048 bits, as PEM or PKCS#1 in base64')
		.optional(),
	SAML_ALLOW_PRIVATE_METADATA: flag.default(false),
	WEB3_SOLANA_ENABLED: flag.default(false),
	CUSTOM_PROVIDERS_ALLOW_PRIVATE: flag.default(false),
	HOOKS_ALLOW_PRIVATE: flag.default(false),
	...hookSettings,
}

type AuthSettings = z.output<z.ZodObject<typeof authSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<Omit<AuthSettings, 'MAIL_AUTOCONFIRM'>> {
		readonly MAIL_AUTOCONFIRM: boolean
		/** Keyed by lower-case name. */
		readonly providers: Readonly<Record<string, Provider>>
	}
}

/** Settings that a value of another one needs. */
const requirements: Readonly<Record<string, readonly string[]>> = {
	'SMS_PROVIDER=twilio': ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_FROM'],
	'SMS_PROVIDER=webhook': ['SMS_WEBHOOK_URL', 'SMS_WEBHOOK_SECRET'],
	'CAPTCHA_PROVIDER=turnstile': ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
	'CAPTCHA_PROVIDER=hcaptcha': ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
}

/** One line for each setting that lacks another one, and for each mistake in the hooks. */
export function findAuthSettingErrors(env: Environment): string[] {
	const incomplete = Object.entries(requirements).flatMap(([choice, needed]) => {
		const [name = '', value] = choice.split('=')
		const missing = needed.filter((other) => !env[other])
		return env[name] === value && missing.length > 0 ? [`${choice} needs ${missing.join(', ')}.`] : []
	})
	return [...incomplete, ...findHookSettingErrors(env)]
}
