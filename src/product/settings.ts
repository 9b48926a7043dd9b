import { z } from 'zod'
import { type Environment, flag, httpUrl, integer } from '#platform/config/setting-types.ts'
import { landingChoice } from './pages/landing/landing-choice.ts'

/** The settings of spaces, their teams, forms and submissions. */
export const productSettings = {
	ANALYTICS_SNIPPET: z.string().default('first-party'),
	/** `sign-in`, `plaudit` or `wall:<slug>`. */
	LANDING_PAGE: landingChoice.optional(),
	MAX_TEXT_LENGTH: integer(1, 50_000).default(5000),
	SUBMIT_MIN_SECONDS: integer(0, 60).default(2),
	SUBMIT_PER_ADDRESS_HOURLY: integer(1, 1_000_000).default(30),
	UPLOADS_PER_ADDRESS_HOURLY: integer(1, 1_000_000).default(30),
	SUBMIT_PER_FORM_HOURLY: integer(1, 10_000_000).default(600),
	SPACES_PER_ACCOUNT: integer(1, 1_000_000).default(100),
	ADDRESSES_PER_SPACE: integer(1, 1_000_000).default(200),
	SUBMIT_MAILS_PER_SPACE_HOURLY: integer(0, 1_000_000).default(100),
	INVITATIONS_HOURLY: integer(0, 1_000_000).default(500),
	INVITATIONS_DAILY: integer(0, 10_000_000).default(5000),
	IMPORT_MAX_MB: integer(1, 1000).default(50),
	IMPORT_MAX_ROWS: integer(1, 1_000_000).default(100_000),
	IMPORT_MAX_COLUMNS: integer(1, 10_000).default(500),
	IMPORT_MAX_CELL_KB: integer(1, 4096).default(256),
	/** Lets imports and link previews fetch from private networks. */
	IMPORT_ALLOW_PRIVATE: flag.default(false),
	/** Lets webhooks call private networks, and chat services at any host. */
	WEBHOOKS_PRIVATE: flag.default(false),
	/** Limit of an archive that a member brings in the app, packed and unpacked; 0 leaves it to the command. */
	ARCHIVE_MAX_MB: integer(0, 1_000_000).default(2000),
	ARCHIVES_PER_ACCOUNT_HOURLY: integer(1, 1_000_000).default(20),
	BOUNCE_TOKEN: z.string().min(16).optional(),
	/** A program and its arguments, which turns speech into WebVTT; docs/captions.md. */
	TRANSCRIBE_COMMAND: z.string().min(1).optional(),
	TEAM_MAILS_PER_SPACE_HOURLY: integer(0, 1_000_000).default(20),
	/** Takes the keys of changed pages. Set, it says that a CDN is in front of the server. */
	CDN_PURGE_URL: httpUrl.optional(),
	CDN_PURGE_TOKEN: z.string().min(16).optional(),
	CDN_PURGE_FORMAT: z.enum(['keys', 'cloudflare', 'fastly']).default('keys'),
	/** Time that a CDN keeps a page that no purge has named. */
	CDN_SECONDS: integer(60, 31_536_000).default(3600),
}

type ProductSettings = z.output<z.ZodObject<typeof productSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<ProductSettings> {}
}

/** One line for each setting that lacks another one. */
export function findProductSettingErrors(env: Environment): string[] {
	if (env.CDN_PURGE_URL) return []
	return ['CDN_PURGE_TOKEN', 'CDN_PURGE_FORMAT', 'CDN_SECONDS']
		.filter((name) => env[name])
		.map((name) => `${name} needs CDN_PURGE_URL, the address that takes what changed.`)
}
