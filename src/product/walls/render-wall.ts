import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import type { RenderedFile } from '#product/http/rendered-file.ts'
import { openSite } from '#product/pages/site.ts'
import type { Transcripts } from '#shared/recording/transcript.ts'
import type { PublicWall, WallItem } from '#shared/wall/wall.ts'
import type { WallPage } from './read-wall-page.ts'
import { type EmbedSite, renderEmbedFragment, renderEmbedFrame, renderEmbedScript } from './render-loader-script.ts'
import { renderWallDocument } from './render-wall-document.ts'
import type { WallUrl } from './wall-url.ts'

/** @throws Error when the pages or the embed were not built */
export async function openWallSite(config: Config, dist: string): Promise<EmbedSite> {
	const site = await openSite(config, dist)
	const [loader, player, form] = await Promise.all(
		['embed.js', 'player.js', 'form.js'].map((name) => readFile(join(dist, 'embed', name), 'utf8')),
	)
	return { ...site, loader: loader ?? '', player: player ?? '', form: form ?? '' }
}

/** @param transcripts of the hosted page's recordings */
export function renderWall(
	site: EmbedSite,
	page: WallPage,
	url: Extract<WallUrl, { kind: 'page' | 'script' | 'fragment' | 'frame' }>,
	transcripts: Transcripts,
): RenderedFile {
	const wall = toPublicWall(page)
	if (url.kind === 'page') return renderWallDocument(site, wall, transcripts, page)
	const html = site.assets.pages.renderEmbed(wall, site.config.SITE_URL, url.language)
	if (url.kind === 'script') return renderEmbedScript(site, wall, html)
	if (url.kind === 'frame') return renderEmbedFrame(site, wall, html, url.theme)
	return renderEmbedFragment(site, wall, html)
}

/** A page of a wall as its components take it. */
export function toPublicWall({ definition, items, offset, next, previous }: WallPage): PublicWall {
	const { wall, space, counts, css } = definition
	return {
		wall,
		space,
		css: css.embed,
		counts,
		items: JSON.parse(`[${items}]`) as WallItem[],
		offset,
		next,
		previous,
	}
}
