import { createElement } from 'react'
import type { RenderedPage } from '#shared/page-props.ts'
import type { PublicWall } from '#shared/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { splitShowing } from '#web/public/wall/render-settings.ts'
import { renderStatic } from '#web/public/wall/render-static.ts'
import { textDirection, truncateText } from '#web/public/wall/typesetting.ts'
import { createPageRenderSettings } from './page-render-settings.ts'
import { WallPage } from './wall-page.tsx'

/** The hosted wall, /w/{slug}, without the surrounding document. */
export function renderWallPage(wall: PublicWall): RenderedPage {
	const settings = createPageRenderSettings(wall)
	const { messages, page, number } = settings
	const title = interpolate(page.title, { name: wall.space.name })
	const [before, after] = splitShowing(settings)
	const [first] = wall.items
	const count = before + number(wall.counts.chosen) + after
	return {
		lang: messages.lang,
		dir: textDirection(messages.readMore),
		title,
		description: first ? `${truncateText(first.text, 120).text} ${count}.` : title,
		paintedUpTo: 'lanes',
		body: renderStatic(createElement(WallPage, { settings })),
	}
}
