import { createElement } from 'react'
import type { PublicWall } from '#shared/wall.ts'
import { maxItemsShown } from '#shared/wall-layouts.ts'
import { createRenderSettings } from '#web/public/wall/render-settings.ts'
import { renderStatic } from '#web/public/wall/render-static.ts'
import { embedCss } from './embed-css.ts'
import { WallEmbed } from './wall-embed.tsx'

/**
 * The shadow root's HTML: style sheet, then section. The loader adopts the sheet, because a host page's policy may
 * forbid style elements.
 * @param origin of this installation, e.g. `https://words.example`
 */
export function renderEmbed(wall: PublicWall, origin: string, language?: string): string {
	const shown = { ...wall, items: wall.items.slice(0, maxItemsShown(wall.wall.layout)) }
	const section = renderStatic(createElement(WallEmbed, { settings: createRenderSettings(shown, origin, language) }))
	return `<style>${embedCss(shown)}</style>${section}`
}
