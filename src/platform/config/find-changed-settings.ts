import type { z } from 'zod'

/** A setting with another value than its default. `value` is there only where it can hold neither a secret nor an address. */
export type ChangedSetting = { name: string; value?: string | number | boolean }

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

/** Whether a setting is one of a few known words. */
function isEnum({ def }: z.ZodType): boolean {
	const { type, innerType } = def as { type: string; innerType?: z.ZodType }
	return type === 'enum' || (innerType !== undefined && isEnum(innerType))
}
