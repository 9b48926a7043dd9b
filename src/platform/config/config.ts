import type { z } from 'zod'
import type { baseSettings } from './base-settings.ts'
import { editDistance } from './edit-distance.ts'
import {
	type Provider,
	providerSetting,
	providerSettingsLike,
	readProviders,
	warnWithoutSecret,
} from './provider-settings.ts'
import type { Environment } from './setting-types.ts'

type BaseSettings = z.output<z.ZodObject<typeof baseSettings>>

/** The parsed, frozen settings. Each service adds its own to this interface where it declares them (`settings.ts`). */
export interface Config extends Readonly<Omit<BaseSettings, 'SITE_URL'>> {
	readonly SITE_URL: string
	readonly hosts: readonly string[]
	readonly changedSettings: readonly ChangedSetting[]
}

/** Thrown with every problem at once, one line each. */
export class ConfigError extends Error {
	readonly problems: readonly string[]
	constructor(problems: readonly string[]) {
		super(problems.join('\n'))
		this.problems = problems
	}
}

/**
 * Parses an environment by a schema of all settings.
 * @param checks find problems between settings, one line each
 * @returns the values, the sign-in providers, what differs from the defaults, and warnings about names that look like misspelt settings
 * @throws ConfigError listing every bad value
 */
export function parseSettings<Shape extends z.ZodRawShape>(
	env: Environment,
	schema: z.ZodObject<Shape>,
	checks: readonly ((env: Environment) => string[])[],
): {
	values: z.output<z.ZodObject<Shape>>
	providers: Readonly<Record<string, Provider>>
	changedSettings: readonly ChangedSetting[]
	warnings: string[]
} {
	const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
	const parsed = schema.safeParse(set)
	const problems = parsed.success ? [] : parsed.error.issues.map(describe)
	const providers = readProviders(set as Record<string, string>, problems)
	problems.push(...checks.flatMap((check) => check(set)))
	// A name that has a problem already is not reported as misspelt too.
	const isReported = (name: string) => problems.some((problem) => problem.startsWith(`${name}:`))
	const unreported = Object.keys(set).filter((name) => !isReported(name))
	const misspelt = findMisspelt(unreported, Object.keys(schema.shape))
	if (!parsed.success || problems.length > 0) throw new ConfigError([...problems, ...misspelt])
	return {
		values: parsed.data,
		providers,
		changedSettings: findChangedSettings(parsed.data, schema.shape),
		warnings: [...misspelt, ...warnWithoutSecret(providers)],
	}
}

function describe(issue: z.core.$ZodIssue): string {
	return `${issue.path.join('.')}: ${issue.message}`
}

/** Largest edit distance at which a name without a known prefix counts as misspelt. */
const maxEditDistance = 3

/** Names that nearly match a setting, or begin with its first word (`SMTP_`), are most likely typing errors. */
function findMisspelt(names: string[], known: string[]): string[] {
	const isNearInLength = (name: string) => (setting: string) =>
		Math.abs(setting.length - name.length) <= maxEditDistance
	return names.flatMap((name) => {
		if (known.includes(name) || providerSetting.test(name)) return []
		const [word] = /^[^_]+_/.exec(name) ?? []
		const siblings = word ? known.filter((setting) => setting.startsWith(word)) : []
		// Comparing every environment variable with every setting would take a tenth of the start.
		const others = () => [...known, ...providerSettingsLike(name)].filter(isNearInLength(name))
		const nearest = nearestOf(name, siblings) ?? nearestOf(name, others())
		const isNear = nearest && (siblings.length > 0 || nearest.distance <= Math.min(maxEditDistance, name.length / 3))
		return isNear ? [`${name} is not a setting. Did you mean ${nearest.setting}?`] : []
	})
}

function nearestOf(name: string, candidates: string[]) {
	return candidates
		.map((setting) => ({ setting, distance: editDistance(name, setting) }))
		.sort((a, b) => a.distance - b.distance)[0]
}

/** A setting with another value than its default. `value` is there only where it can hold neither a secret nor an address. */
type ChangedSetting = { name: string; value?: string | number | boolean }

/** The settings of a schema that differ from their defaults, for reports that leave the installation. */
export function findChangedSettings(
	values: Readonly<Record<string, unknown>>,
	shape: Readonly<z.ZodRawShape>,
): ChangedSetting[] {
	return Object.entries(shape).flatMap(([name, type]): ChangedSetting[] => {
		const value = values[name]
		const fallback = (type as z.ZodType).safeParse(undefined).data
		if (JSON.stringify(value) === JSON.stringify(fallback)) return []
		if (typeof value === 'boolean' || typeof value === 'number') return [{ name, value }]
		return typeof value === 'string' && isEnum(type as z.ZodType) ? [{ name, value }] : [{ name }]
	})
}

/** True when a setting is one of a few known words. */
function isEnum({ def }: z.ZodType): boolean {
	const { type, innerType } = def as { type: string; innerType?: z.ZodType }
	return type === 'enum' || (innerType !== undefined && isEnum(innerType))
}
