import { resolve } from 'node:path'
import type { z } from 'zod'
import { hookMistakes } from './auth/hooks/settings.ts'
import { editDistance } from './edit-distance.ts'
import { type Provider, readProviders, withoutSecret } from './provider-settings.ts'
import { missingSettings } from './required-settings.ts'
import { providerSetting, settings, settingsLike } from './settings.ts'

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
	// What was told about a name already is not told in other words.
	const isTold = (name: string) => problems.some((problem) => problem.startsWith(`${name}:`))
	const misspelt = unknownNames(Object.keys(given).filter((name) => !isTold(name)))
	if (!parsed.success || problems.length > 0) throw new ConfigError([...problems, ...misspelt])

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
	return { config, warnings: [...misspelt, ...withoutSecret(providers)] }
}

function describe(issue: z.core.$ZodIssue): string {
	return `${issue.path.join('.')}: ${issue.message}`
}

/** Letters by which a name of no setting's family may differ from a setting. */
const mostLetters = 3

/** Names that nearly match a setting, or begin with its first word (`SMTP_`), are most likely typing errors. */
function unknownNames(names: string[]): string[] {
	const known = Object.keys(settings.shape)
	const isNearInLength = (name: string) => (setting: string) =>
		Math.abs(setting.length - name.length) <= mostLetters
	return names.flatMap((name) => {
		if (known.includes(name) || providerSetting.test(name)) return []
		const [word] = /^[^_]+_/.exec(name) ?? []
		const siblings = word ? known.filter((setting) => setting.startsWith(word)) : []
		// Comparing every variable of the environment with every setting would cost a tenth of a start.
		const others = () => [...known, ...settingsLike(name)].filter(isNearInLength(name))
		const nearest = nearestOf(name, siblings) ?? nearestOf(name, others())
		const isNear =
			nearest && (siblings.length > 0 || nearest.distance <= Math.min(mostLetters, name.length / 3))
		return isNear ? [`${name} is not a setting. Did you mean ${nearest.setting}?`] : []
	})
}

function nearestOf(name: string, candidates: string[]) {
	return candidates
		.map((setting) => ({ setting, distance: editDistance(name, setting) }))
		.sort((a, b) => a.distance - b.distance)[0]
}
