import { createElement } from 'react'
import type { PublicWall } from '#shared/wall.ts'
import { mostShown } from '#shared/wall-layouts.ts'
import { embedCss } from './embed-css.ts'
import { renderStatic } from './render-static.ts'
import { settingOf } from './setting.ts'
import { WallEmbed } from './wall-embed.tsx'

/**
 * What stands in the shadow root of an embed: its style sheet, then its section. The loader takes the sheet out and
 * adopts it, because a host page's policy may refuse style elements.
 * @param origin of this installation, e.g. `https://words.example`
 */
export function renderEmbed(wall: PublicWall, origin: string, language?: string): string {
	const shown = { ...wall, items: wall.items.slice(0, mostShown(wall.wall.layout)) }
	const section = renderStatic(
		createElement(WallEmbed, { setting: settingOf(shown, origin, language) }),
	)
	return `<style>${embedCss(shown)}</style>${section}`
}
