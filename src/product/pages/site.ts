import type { Config } from '#platform/config/config.ts'
import { type Surface, securityHeaders } from '#platform/http/response/security-headers.ts'
import type { Answer } from '#platform/http/routing/answer.ts'
import type { RenderedPage } from '#shared/page-props.ts'
import { type Analytics, parseAnalytics } from './analytics.ts'
import { renderDocument } from './document.ts'
import { loadPublicAssets, type PublicAssets } from './public-assets.ts'

export type Site = { config: Config; assets: PublicAssets; analytics: Analytics }

export type PageOptions = {
	page: RenderedPage
	surface: Surface
	/** A style sheet under src/web/public. */
	style: string
	script?: string
	/** The script loads the page-view counter itself, after the first paint. */
	isCounterDeferred?: boolean
	/** CSS of this page alone: the owner's colours. */
	extraCss?: string
	tags?: string[]
	theme?: 'light' | 'dark' | null
	robots?: string
	/** The URL holds a secret, which no analytics of others may read. */
	hasSecretUrl?: boolean
	/** Shown beside the form editor: no script runs, no view is counted. */
	preview?: boolean
	/** The path of a space's own icon. */
	icon?: string | undefined
	status?: 200 | 404 | 413 | 422 | 429 | 503 | 507
	cache: string
	headers?: Record<string, string>
}

/** Reads the build; throws when there is none or when `ANALYTICS_SNIPPET` is no snippet. */
export async function openSite(config: Config, dist: string): Promise<Site> {
	const assets = await loadPublicAssets(dist)
	const analytics = parseAnalytics(config.ANALYTICS_SNIPPET, assets.script('page-view/page-view.ts'))
	return { config, assets, analytics }
}

const noAnalytics: Analytics = { tag: '', deferredTag: '', scripts: [], connections: [] }

/** A complete page, with the headers of its surface. */
export function renderPage(site: Site, options: PageOptions): Answer {
	const { text, headers } = renderPageFile(site, options)
	return { status: options.status ?? 200, headers, body: text }
}

/** The same as text, for a cache. */
export function renderPageFile(
	{ config, assets, analytics }: Site,
	options: PageOptions,
): { text: string; headers: Record<string, string> } {
	const { tag, deferredTag, scripts, connections } =
		options.hasSecretUrl && analytics.scripts.length > 0 ? noAnalytics : analytics
	const counter = options.isCounterDeferred && options.script ? deferredTag : tag
	const { html, styleHashes } = renderDocument({
		page: options.page,
		styles: [assets.style(options.style), options.extraCss ?? ''],
		scripts: options.script && !options.preview ? [assets.script(options.script)] : [],
		tags: [...(options.tags ?? []), options.preview ? '' : counter],
		theme: options.theme ?? null,
		icon: options.icon,
		...(options.robots ? { robots: options.robots } : {}),
	})
	return {
		text: html,
		headers: {
			'content-type': 'text/html; charset=UTF-8',
			'cache-control': options.cache,
			...securityHeaders(options.surface, config, { styleHashes, scripts, connections }),
			...options.headers,
		},
	}
}
