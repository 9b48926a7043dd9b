import { createElement, useEffect, useId, useMemo } from 'react'
import { PlauditWall, tagName } from '#embed/plaudit-wall.ts'
import type { PublicWall, WallLayout } from '#shared/wall.ts'
import { renderEmbed } from '#web/public/wall/embed/wall-embed.tsx'

if (!customElements.get(tagName)) customElements.define(tagName, PlauditWall)

/** The HTML of an embed, exactly as the server would send it; `layout` overrides the wall's own. */
export function useEmbedHtml(wall: PublicWall, layout: WallLayout = wall.wall.layout): string {
	return useMemo(() => renderEmbed({ ...wall, wall: { ...wall.wall, layout } }, window.location.origin), [wall, layout])
}

/** The real custom element of the loader, given its HTML directly. `mode` is the colour scheme of the host page. */
export function WallPreview({ html, mode }: { html: string; mode?: 'light' | 'dark' | undefined }) {
	const id = `preview${useId()}`
	useEffect(() => PlauditWall.put(id, html), [id, html])
	return createElement(tagName, { wall: id, theme: mode })
}

/** A published wall as any site embeds it, by the loader's own request. A new version is fetched again. */
export function PublishedWall({ id, version }: { id: string; version: number }) {
	return createElement(tagName, { key: version, wall: id })
}
