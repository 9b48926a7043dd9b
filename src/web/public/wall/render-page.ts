import { createElement } from 'react'
import type { RenderedPage } from '#shared/rendered-page.ts'
import type { PublicWall } from '#shared/wall.ts'
import { pageSettingOf } from './page-setting.ts'
import { renderStatic } from './render-static.ts'
import { beginning, textDirection } from './typesetting.ts'
import { WallPage } from './wall-page.tsx'

/** The hosted wall, /w/{slug}, without the document around it. */
export function renderWallPage(wall: PublicWall): RenderedPage {
	const setting = pageSettingOf(wall)
	const { phrases, page, number } = setting
	const title = page.title(wall.space.name)
	const [before, between] = phrases.showing
	const [first] = wall.items
	const count = before + number(wall.counts.chosen) + between(number(wall.counts.published))
	return {
		lang: phrases.lang,
		dir: textDirection(phrases.readMore),
		title,
		description: first ? `${beginning(first.text, 120).text} ${count}.` : title,
		paintedUpTo: 'lanes',
		body: renderStatic(createElement(WallPage, { setting })),
	}
}
