import type { Context } from 'hono'
import type { Config } from '#server/config.ts'
import { type Surface, securityHeaders } from '#server/http/security-headers.ts'
import type { RenderedPage } from '#shared/rendered-page.ts'
import { type Analytics, readAnalytics } from './analytics.ts'
import { renderDocument } from './document.ts'
import { loadPublicAssets, type PublicAssets } from './public-assets.ts'

/** What every page is made with. */
export type Site = { config: Config; assets: PublicAssets; analytics: Analytics }

export type PageAnswer = {
	page: RenderedPage
	surface: Surface
	/** A style sheet under src/web/public. */
	style: string
	script?: string
	/** Set when `script` brings the page-view counter itself, after the first paint. */
	countsLate?: boolean
	/** CSS of this very page: the owner's colours. */
	extraCss?: string
	tags?: string[]
	theme?: 'light' | 'dark' | null
	robots?: string
	/** Drawn beside its editor: no script runs, no view is counted. */
	preview?: boolean
	status?: 200 | 404 | 413 | 422 | 429 | 503 | 507
	cache: string
	headers?: Record<string, string>
}

/** Reads the build; throws when there is none or when `ANALYTICS_SNIPPET` is no snippet. */
export async function openSite(config: Config, dist: string): Promise<Site> {
	const assets = await loadPublicAssets(dist)
	const analytics = readAnalytics(config.ANALYTICS_SNIPPET, assets.script('page-view/page-view.ts'))
	return { config, assets, analytics }
}

/** A whole page as an answer, with the headers of its surface. */
export function answerPage(c: Context, site: Site, answer: PageAnswer): Response {
	const { config, assets, analytics } = site
	const counter = answer.countsLate && answer.script ? analytics.lateTag : analytics.tag
	const { html, styleHashes } = renderDocument({
		page: answer.page,
		styles: [assets.style(answer.style), answer.extraCss ?? ''],
		scripts: answer.script && !answer.preview ? [assets.script(answer.script)] : [],
		tags: [...(answer.tags ?? []), answer.preview ? '' : counter],
		theme: answer.theme ?? null,
		...(answer.robots ? { robots: answer.robots } : {}),
	})
	const { scripts, connections } = analytics
	return c.html(html, answer.status ?? 200, {
		'cache-control': answer.cache,
		...securityHeaders(answer.surface, config, { styleHashes, scripts, connections }),
		...answer.headers,
	})
}
