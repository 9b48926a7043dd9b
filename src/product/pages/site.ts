import type { Config } from '#platform/config/config.ts'
import { type Surface, securityHeaders } from '#platform/http/response/security-headers.ts'
import { type Answer, html as htmlAnswer } from '#platform/http/routing/answer.ts'
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
export function renderPage({ config, assets, analytics }: Site, answer: PageOptions): Answer {
	const { tag, deferredTag, scripts, connections } =
		answer.hasSecretUrl && analytics.scripts.length > 0 ? noAnalytics : analytics
	const counter = answer.isCounterDeferred && answer.script ? deferredTag : tag
	const { html, styleHashes } = renderDocument({
		page: answer.page,
		styles: [assets.style(answer.style), answer.extraCss ?? ''],
		scripts: answer.script && !answer.preview ? [assets.script(answer.script)] : [],
		tags: [...(answer.tags ?? []), answer.preview ? '' : counter],
		theme: answer.theme ?? null,
		icon: answer.icon,
		...(answer.robots ? { robots: answer.robots } : {}),
	})
	return htmlAnswer(html, answer.status ?? 200, {
		'cache-control': answer.cache,
		...securityHeaders(answer.surface, config, { styleHashes, scripts, connections }),
		...answer.headers,
	})
}
