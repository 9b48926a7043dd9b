import { resolve } from 'node:path'
import type { z } from 'zod'
import { editDistance } from './edit-distance.ts'
import { missingSettings } from './required-settings.ts'
import { providerSetting, settings } from './settings.ts'

export type Provider = { clientId: string; clientSecret: string; issuer: string | undefined }
type Settings = z.infer<typeof settings>

/** The parsed, frozen settings. Passed as an argument, never imported. */
export type Config = Readonly<
	Omit<Settings, 'SITE_URL' | 'MAIL_AUTOCONFIRM' | 'MAIL_FROM'> & {
		SITE_URL: string
		MAIL_AUTOCONFIRM: boolean
		MAIL_FROM: string
		/** Addresses to listen on. */
		hosts: readonly string[]
		/** OpenID providers by lower-case name. */
		providers: Readonly<Record<string, Provider>>
	}
>

/** Thrown with every problem at once, one line each. */
export class ConfigError extends Error {
	readonly problems: readonly string[]
	constructor(problems: readonly string[]) {
		super(problems.join('\n'))
		this.problems = problems
	}
}

/**
 * Reads the settings from an environment.
 * @returns the config and warnings about names that look like misspelt settings
 * @throws ConfigError listing every bad value
 */
export function readConfig(env: Record<string, string | undefined>): {
	config: Config
	warnings: string[]
} {
	const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
	const parsed = settings.safeParse(given)
	const problems = parsed.success ? [] : parsed.error.issues.map(describe)
	const providers = readProviders(given as Record<string, string>, problems)
	problems.push(...missingSettings(given))
	if (Object.keys(given).some((name) => name.startsWith('S3_')))
		problems.push(
			'S3 storage is not in this version yet. Remove the S3_… settings; files lie in DATA_DIR/storage.',
		)
	if (!parsed.success || problems.length > 0) throw new ConfigError(problems)

	const values = parsed.data
	const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`
	const config: Config = Object.freeze({
		...values,
		DATA_DIR: resolve(values.DATA_DIR),
		SITE_URL: siteUrl,
		MAIL_AUTOCONFIRM: values.MAIL_AUTOCONFIRM ?? !values.SMTP_URL,
		MAIL_FROM: values.MAIL_FROM ?? `Plaudit <plaudit@${new URL(siteUrl).hostname}>`,
		hosts: values.HOST ? [values.HOST] : ['127.0.0.1', '::1'],
		providers,
	})
	return { config, warnings: unknownNames(Object.keys(given)) }
}

function describe(issue: z.core.$ZodIssue): string {
	return `${issue.path.join('.')}: ${issue.message}`
}

function readProviders(env: Record<string, string>, problems: string[]): Record<string, Provider> {
	const found: Record<string, Record<string, string>> = {}
	for (const [name, value] of Object.entries(env)) {
		const match = providerSetting.exec(name)
		if (!match?.[1] || !match[3]) continue
		const provider = (match[2] ?? 'google').toLowerCase()
		found[provider] = { ...found[provider], [match[3]]: value }
	}
	const providers: Record<string, Provider> = {}
	for (const [name, parts] of Object.entries(found)) {
		if (parts.CLIENT_ID && parts.CLIENT_SECRET)
			providers[name] = {
				clientId: parts.CLIENT_ID,
				clientSecret: parts.CLIENT_SECRET,
				issuer: parts.ISSUER,
			}
		else if (parts.CLIENT_ID || parts.CLIENT_SECRET)
			problems.push(`The provider ${name} needs both a client id and a client secret.`)
	}
	return providers
}

/** Names that nearly match a setting, or share its first word, are most likely typing errors. */
function unknownNames(names: string[]): string[] {
	const known = Object.keys(settings.shape)
	const warnings: string[] = []
	for (const name of names) {
		if (known.includes(name) || providerSetting.test(name)) continue
		const nearest = known
			.map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
			.sort((a, b) => a.distance - b.distance)[0]
		if (nearest && nearest.distance <= Math.min(3, name.length / 4))
			warnings.push(`${name} is not a setting. Did you mean ${nearest.candidate}?`)
	}
	return warnings
}
