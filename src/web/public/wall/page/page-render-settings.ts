import type { Transcripts } from '#shared/recording/transcript.ts'
import type { PublicWall } from '#shared/wall/wall.ts'
import type { PageFiltering, WallPageOptions } from '#shared/wall/wall-filter.ts'
import type { WallPageMessages } from '#web/i18n/en/wall-page.ts'
import { wallPageMessagesFor } from '#web/i18n/wall-page-messages.ts'
import { formatLongDate } from '#web/public/wall/long-date.ts'
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
