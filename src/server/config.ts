import { resolve } from 'node:path'
import type { z } from 'zod'
import { hookMistakes } from './auth/hooks/settings.ts'
import { editDistance } from './edit-distance.ts'
import { type Provider, readProviders, withoutSecret } from './provider-settings.ts'
import { missingSettings } from './required-settings.ts'
import { providerSetting, settings } from './settings.ts'

type Settings = z.infer<typeof settings>

/** The parsed, frozen settings. Passed as an argument, never imported. */
export type Config = Readonly<
	Omit<Settings, 'SITE_URL' | 'MAIL_AUTOCONFIRM' | 'MAIL_FROM'> & {
		SITE_URL: string
		MAIL_AUTOCONFIRM: boolean
		MAIL_FROM: string
		/** Addresses to listen on. */
		hosts: readonly string[]
		/** By lower-case name. */
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
	problems.push(...missingSettings(given), ...hookMistakes(given))
	if (!parsed.success || problems.length > 0) throw new ConfigError(problems)

	const values = parsed.data
	const siteUrl = values.SITE_URL ?? `http://localhost:${values.PORT}`
	const config: Config = Object.freeze({
		...values,
		DATA_DIR: resolve(values.DATA_DIR),
		SITE_URL: siteUrl,
		MAIL_AUTOCONFIRM: values.MAIL_AUTOCONFIRM ?? !(values.SMTP_URL || values.HOOK_SEND_EMAIL_URI),
		MAIL_FROM: values.MAIL_FROM ?? `Plaudit <plaudit@${new URL(siteUrl).hostname}>`,
		hosts: values.HOST ? [values.HOST] : ['127.0.0.1', '::1'],
		providers,
	})
	return { config, warnings: [...unknownNames(Object.keys(given)), ...withoutSecret(providers)] }
}

function describe(issue: z.core.$ZodIssue): string {
	return `${issue.path.join('.')}: ${issue.message}`
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
