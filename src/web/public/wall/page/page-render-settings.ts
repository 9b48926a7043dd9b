import { dateLocale } from '#shared/date-locale.ts'
import type { Transcripts } from '#shared/transcript.ts'
import type { PublicWall } from '#shared/wall.ts'
import type { PageFiltering, WallPageOptions } from '#shared/wall-filter.ts'
import type { WallPageMessages } from '#web/i18n/en/wall-page.ts'
import { wallPageMessagesFor } from '#web/i18n/wall-page-messages.ts'
import { createRenderSettings, type RenderSettings } from '#web/public/wall/render-settings.ts'

/** Settings shared by all components of the hosted page. */
export type PageRenderSettings = RenderSettings & {
	page: WallPageMessages
	date: (iso: string, lang: string) => string
	transcripts: Transcripts
	sharing: WallPageOptions['sharing'] | undefined
	filtering: PageFiltering | undefined
}

/** Links of the hosted page are relative, so its origin is empty. */
export function createPageRenderSettings(
	wall: PublicWall,
	transcripts: Transcripts = {},
	{ sharing, filtering }: Partial<WallPageOptions> = {},
): PageRenderSettings {
	const settings = createRenderSettings(wall, '')
	return {
		...settings,
		page: wallPageMessagesFor(settings.messages.lang),
		date: formatLongDate,
		transcripts,
		sharing,
		filtering,
	}
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formattedDates = new Map<string, string>()

/** `2026-05-12T…` as `12 May 2026` in a language; the day is in UTC, the same for every reader. */
function formatLongDate(iso: string, lang: string): string {
	const key = lang + iso.slice(0, 10)
	const known = formattedDates.get(key)
	if (known) return known
	const format = formats.get(lang) ?? new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'long', timeZone: 'UTC' })
	formats.set(lang, format)
	const text = format.format(new Date(iso))
	if (formattedDates.size > 5000) formattedDates.clear()
	formattedDates.set(key, text)
	return text
}
