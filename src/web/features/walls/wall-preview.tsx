import { createElement, useEffect, useId, useMemo } from 'react'
import { name, PlauditWall } from '#embed/plaudit-wall.ts'
import type { PublicWall, WallLayout } from '#shared/wall.ts'
import { renderEmbed } from '#web/public/wall/render-embed.ts'

if (!customElements.get(name)) customElements.define(name, PlauditWall)

/** The HTML of an embed, exactly as the server would send it; `layout` sets another one than the wall's own. */
export function useEmbedHtml(wall: PublicWall, layout: WallLayout = wall.wall.layout): string {
	return useMemo(
		() => renderEmbed({ ...wall, wall: { ...wall.wall, layout } }, window.location.origin),
		[wall, layout],
	)
}

/** The real embed: the loader's own element, handed its HTML as a script of ours would. `mode` is the host's wish. */
export function WallPreview({ html, mode }: { html: string; mode?: 'light' | 'dark' | undefined }) {
	const id = `preview${useId()}`
	useEffect(() => PlauditWall.put(id, html), [id, html])
	return createElement(name, { wall: id, theme: mode })
}

/** A published wall as any site gets it, by the loader's own request. A new version is asked for again. */
export function PublishedWall({ id, version }: { id: string; version: number }) {
	return createElement(name, { key: version, wall: id })
}
