import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseDuration } from './auth/duration.ts'
import { hookSettings } from './auth/hooks/settings.ts'
import { functionSettings } from './functions/own/settings.ts'
import { readJwkSet } from './jwk-set.ts'
import { realtimeSettings } from './realtime/settings.ts'
import { restSettings } from './rest/settings.ts'
import { readRsaKey } from './rsa-key.ts'

export const flag = z
	.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no'])
	.transform((text) => ['true', '1', 'on', 'yes'].includes(text))
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
const longestSeconds = 10 * 365 * 86_400
/** Seconds, or a duration as Go writes it ("24h", "1h30m"). */
const duration = z.string().transform((text, context) => {
	const seconds = /^\d+$/.test(text) ? Number(text) : parseDuration(text)
	if (seconds !== undefined && seconds <= longestSeconds) return seconds
	context.addIssue('must be seconds or a duration like "24h" or "1h30m", of ten years at most')
	return z.NEVER
})
/** Sets of characters between colons; `\:` stands for a colon among them. */
const characterSets = z.string().transform((text) =>
	text
		.split(/(?<!\\):/)
		.map((set) => set.replaceAll('\\:', ':'))
		.filter(Boolean),
)
export const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))
const networks = list.superRefine((names, context) => {
	for (const name of names)
		if (!ipaddr.isValid(name) && !ipaddr.isValidCIDR(name))
			context.addIssue(`${name} is neither an address nor a network such as 10.0.0.0/8`)
})
const jwkSet = z.string().superRefine((text, context) => {
	try {
		readJwkSet(text)
	} catch (error) {
		context.addIssue((error as Error).message)
	}
})
/** Like a list, but a comma between braces belongs to its pattern. */
const patterns = z.string().transform((text) => text.split(/[\s,]+(?![^{}]*\})/).filter(Boolean))
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
/** All addresses of pages, files and wires begin at its root, and links are made by adding to it. */
const siteUrl = z.string().transform((text, context) => {
	const url = URL.canParse(text) ? new URL(text) : undefined
	const bare = text.replace(/\/+$/, '')
	const isSite = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
	if (isSite && /^[^/]+:\/\/[^/?#]+$/.test(bare)) return bare
	context.addIssue('must be an address such as https://praise.example.com, without a path')
	return z.NEVER
})
const mailbox = z
	.string()
	.regex(
		/^([^\s<>@]+@[^\s<>@]+|[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>)$/,
		'must be an address, or a name and an address in angle brackets',
	)
const mebibytes = (fallback: number) => whole(1, 2048).default(fallback)

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
]
/** `on`, `off`, or the names of those that are sent. */
const notices = z.string().transform((text, context): 'all' | readonly string[] => {
	if (text === 'on') return 'all'
	const names = text === 'off' ? [] : text.split(/[\s,]+/).filter(Boolean)
	const unknown = names.filter((name) => !noticeNames.includes(name))
	if (unknown.length > 0)
		context.addIssue(`on, off, or some of ${noticeNames.join(', ')}; not ${unknown.join(', ')}`)
	return names
})

/** Every setting: its name, its form, its default. `.env.example` and docs/self-hosting.md explain the same names. */
export const settings = z.object({
	PORT: whole(0, 65535).default(3000),
	HOST: z.string().min(1).optional(),
	SITE_URL: siteUrl.optional(),
	DATA_DIR: z.string().min(1).default('./data'),
	DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
	DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
	DATABASE_POOL: whole(2, 200).default(10),
	JWT_KEYS: jwkSet.optional(),
	JWT_SECRET: z.string().min(32).optional(),
	JWT_EXPIRY: whole(60, 604_800).default(3600),
	API_KEY_OPTIONAL: flag.default(false),
	ANON_KEY: z.string().min(20).optional(),
	SERVICE_ROLE_KEY: z.string().min(20).optional(),
	SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
	MAIL_FROM: mailbox.optional(),
	SIGNUP: z.enum(['open', 'invite', 'closed']).default('open'),
	MAIL_AUTOCONFIRM: flag.optional(),
	MAIL_TEMPLATES: z.string().min(1).optional(),
	MAIL_NOTICES: notices.optional(),
	MAILS_PER_HOUR: whole(0, 1_000_000).default(30),
	PASSWORD_MIN_LENGTH: whole(6, 72).default(8),
	PASSWORD_REQUIRED_CHARACTERS: characterSets.default([]),
	PASSWORD_BLOCKLIST: flag.default(true),
	PASSWORD_REQUIRE_REAUTHENTICATION: flag.default(false),
	PASSWORD_REQUIRE_CURRENT: flag.default(false),
	SECURE_EMAIL_CHANGE: flag.default(true),
	EMAIL_SIGNIN: flag.default(true),
	ANONYMOUS_SIGNIN: flag.default(false),
	MANUAL_LINKING: flag.default(false),
	REFRESH_REUSE_INTERVAL: whole(0, 600).default(10),
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
	SMS_CODE_SECONDS: whole(30, 600).default(60),
	SMS_TEMPLATE: z.string().includes('{{ .Code }}').default('Your code is {{ .Code }}'),
	SMS_COUNTRIES: list.pipe(z.array(z.string().regex(/^!?\+?\d{1,7}$/))).default([]),
	SMS_PER_HOUR: whole(0, 1_000_000).default(30),
	SMS_PER_PREFIX_HOURLY: whole(1, 1_000_000).default(10),
	SMS_PER_ADDRESS_HOURLY: whole(1, 1_000_000).default(10),
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
	WEB3_ETHEREUM_ENABLED: flag.default(false),
	CUSTOM_PROVIDERS_ALLOW_PRIVATE: flag.default(false),
	...hookSettings,
	HOOKS_ALLOW_PRIVATE: flag.default(false),
	RATE_LIMITS: flag.default(true),
	...restSettings,
	OWN_MIGRATIONS: z.string().min(1).optional(),
	OWN_TABLES_GRANT: z.enum(['none', 'supabase']).default('none'),
	...functionSettings,
	...realtimeSettings,
	S3_ENDPOINT: httpUrl.optional(),
	S3_REGION: z.string().optional(),
	S3_BUCKET: z.string().optional(),
	S3_ACCESS_KEY_ID: z.string().optional(),
	S3_SECRET_ACCESS_KEY: z.string().optional(),
	TRUSTED_PROXIES: networks.default([]),
	ANALYTICS_SNIPPET: z.string().default('first-party'),
	LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
	METRICS_TOKEN: z.string().min(16).optional(),
	MAX_PHOTO_MB: mebibytes(10),
	MAX_VIDEO_MB: mebibytes(200),
	MAX_AUDIO_MB: mebibytes(30),
	MAX_TEXT_LENGTH: whole(1, 50_000).default(5000),
	MIN_FREE_DISK_MB: whole(0, 1_000_000).default(256),
	SUBMIT_MIN_SECONDS: whole(0, 60).default(2),
	SUBMIT_PER_ADDRESS_HOURLY: whole(1, 1_000_000).default(30),
	SUBMIT_PER_FORM_HOURLY: whole(1, 10_000_000).default(600),
	SPACES_PER_ACCOUNT: whole(1, 1_000_000).default(100),
	ADDRESSES_PER_SPACE: whole(1, 1_000_000).default(200),
	SUBMIT_MAILS_PER_SPACE_HOURLY: whole(0, 1_000_000).default(100),
})

const providerParts = [
	'CLIENT_ID',
	'CLIENT_SECRET',
	'ISSUER',
	'SCOPES',
	'SKIP_NONCE_CHECK',
	'EMAIL_OPTIONAL',
	'TEAM_ID',
	'KEY_ID',
	'PRIVATE_KEY',
]
/** Settings that belong to a provider (provider-settings.ts); Google's have short names too. */
export const providerSetting = new RegExp(
	`^(?:OAUTH_([A-Z][A-Z0-9_]*?)|(GOOGLE))_(${providerParts.join('|')})$`,
)
/** The settings that a provider could have of whom `name` seems to speak; none when it speaks of something else. */
export function settingsLike(name: string): string[] {
	const [provider] = /^(OAUTH_[A-Z][A-Z0-9]*|GOOGLE)_/.exec(name) ?? []
	return provider ? providerParts.map((part) => provider + part) : []
}
