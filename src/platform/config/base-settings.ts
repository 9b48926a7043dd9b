import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { parseSmtpUrl } from '#platform/mail/smtp-url.ts'
import { type Environment, filePath, flag, httpUrl, integer, list } from './setting-types.ts'
import { defaultShardSetting, isShardSetting } from './shard-setting.ts'

const networks = list.superRefine((names, context) => {
	for (const name of names)
		if (!ipaddr.isValid(name) && !ipaddr.isValidCIDR(name))
			context.addIssue(`${name} is neither an address nor a network such as 10.0.0.0/8`)
})
/** An origin without a path: links to pages, files and wires are made by appending to it. */
const siteUrl = z.string().transform((text, context) => {
	const url = URL.canParse(text) ? new URL(text) : undefined
	const bare = text.replace(/\/+$/, '')
	const isSite = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
	if (isSite && /^[^/]+:\/\/[^/?#]+$/.test(bare)) return bare
	context.addIssue('must be an address such as https://praise.example.com, without a path')
	return z.NEVER
})
/** A name or an address; one of IPv6 may stand in brackets, as in URLs. */
const host = z
	.string()
	.trim()
	.transform((text) => /^\[(.+)\]$/.exec(text)?.[1] ?? text)
const smtpUrl = z.string().transform((text, context) => {
	try {
		return parseSmtpUrl(text)
	} catch (error) {
		context.addIssue((error as Error).message)
		return z.NEVER
	}
})
const mailbox = z
	.string()
	.regex(
		/^([^\s<>@]+@[^\s<>@]+|[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>)$/,
		'must be an address, or a name and an address in angle brackets',
	)
/** The setting by which a router of shards is told the space of a transaction; undefined without one. */
const shardSetting = z.string().transform((text, context) => {
	if (['off', 'false', '0', 'no'].includes(text)) return undefined
	if (['on', 'true', '1', 'yes'].includes(text)) return defaultShardSetting
	if (isShardSetting(text)) return text
	context.addIssue(`must be on, off, or a setting that your router reads, such as ${defaultShardSetting}`)
	return z.NEVER
})
const mebibytes = (fallback: number) => integer(1, 2048).default(fallback)

/** Settings of the server, the database, mail delivery and the file store. */
export const baseSettings = {
	PORT: integer(0, 65535).default(3000),
	HOST: host.optional(),
	SITE_URL: siteUrl.optional(),
	DATA_DIR: filePath.default('./data'),
	// platform/pg/database-url.ts checks both: the WHATWG parser refuses several hosts.
	DATABASE_URL: z.string().optional(),
	DATABASE_DIRECT_URL: z.string().optional(),
	DATABASE_POOL: integer(2, 200).default(10),
	DATABASE_SHARDED: shardSetting.optional(),
	OWN_MIGRATIONS: filePath.optional(),
	OWN_TABLES_GRANT: z.enum(['none', 'supabase']).default('none'),
	SMTP_URL: smtpUrl.optional(),
	SMTP_CA_FILE: filePath.optional(),
	MAIL_FROM: mailbox.optional(),
	MAIL_TEMPLATES: filePath.optional(),
	S3_ENDPOINT: httpUrl.optional(),
	S3_REGION: z.string().optional(),
	S3_BUCKET: z.string().optional(),
	S3_ACCESS_KEY_ID: z.string().optional(),
	S3_SECRET_ACCESS_KEY: z.string().optional(),
	READY_NEEDS_S3: flag.default(false),
	MAX_PHOTO_MB: mebibytes(10),
	MAX_VIDEO_MB: mebibytes(200),
	MAX_AUDIO_MB: mebibytes(30),
	MIN_FREE_DISK_MB: integer(0, 1_000_000).default(256),
	TRUSTED_PROXIES: networks.default([]),
	RATE_LIMITS: flag.default(true),
	LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
	OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
	METRICS_TOKEN: z.string().min(16).optional(),
}

/** One line for each setting that lacks another one. */
export function findBaseSettingErrors(env: Environment): string[] {
	const problems: string[] = []
	if (env.SMTP_CA_FILE && !env.SMTP_URL) problems.push('SMTP_CA_FILE needs SMTP_URL, the mail server that it is for.')
	if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
		problems.push('DATABASE_DIRECT_URL needs DATABASE_URL, the address for requests.')
	// With half of the S3 settings, files would silently go to the disk or requests would be unsigned.
	const isUsedForBackups = env.BACKUP_TARGET?.startsWith('s3://')
	if (!env.S3_BUCKET && !isUsedForBackups && Object.keys(env).some((name) => name.startsWith('S3_')))
		problems.push('The S3_… settings need S3_BUCKET, or a BACKUP_TARGET in S3.')
	if (Boolean(env.S3_ACCESS_KEY_ID) !== Boolean(env.S3_SECRET_ACCESS_KEY))
		problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.')
	if (env.S3_BUCKET && !env.S3_ENDPOINT && !env.S3_REGION)
		problems.push('S3_BUCKET needs S3_REGION, or S3_ENDPOINT when it is not at AWS.')
	return problems
}
