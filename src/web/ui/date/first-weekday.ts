type WeekInfo = { firstDay: number }
type Region = { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/**
 * The first day of the week, Monday as 1 to Sunday as 7, in the visitor's region. Monday where the browser does not say.
 * @param lang of the page
 * @param languages that the visitor prefers, which may name a region for it
 */
export function firstWeekday(lang: string, languages: readonly string[]): number {
	const own = languages.find((one) => one.toLowerCase().split('-')[0] === lang.toLowerCase().split('-')[0])
	const region = new Intl.Locale(own ?? lang) as Region
	return (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? 1
}
