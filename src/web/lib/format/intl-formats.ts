/**
 * Formats of `Intl`, made once for each locale and options: making one takes a thousand times as long as using it, and
 * every row of a list needs several.
 */
const keep = <Options, Format>(make: (locale: string, options: Options) => Format) => {
	const kept = new Map<string, Format>()
	return (locale: string, options: Options): Format => {
		const key = `${locale} ${JSON.stringify(options)}`
		const format = kept.get(key) ?? make(locale, options)
		kept.set(key, format)
		return format
	}
}

export const numberFormat = keep((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))

export const dateFormat = keep(
	(locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

export const relativeFormat = keep(
	(locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
)

export const listFormat = keep((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options))

export const displayNames = keep((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options))

/** True when a locale's clock has 12 or 24 hours. */
export const hourCycleOf = keep(
	(locale, options: { hour: 'numeric' }) => new Intl.DateTimeFormat(locale, options).resolvedOptions().hourCycle,
)
