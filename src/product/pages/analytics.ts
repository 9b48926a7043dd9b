import { escapeHtml } from './document.ts'

/** The page-view tag of every page, and the sources that its content security policy must allow. */
export type Analytics = {
	tag: string
	/** For a page whose own script loads the first-party counter after the first paint: only its URL. */
	deferredTag: string
	scripts: string[]
	connections: string[]
}

/**
 * Reads `ANALYTICS_SNIPPET`: `first-party` (our own counter), `none`, `plausible:<domain>@<script url>` or
 * `umami:<website id>@<script url>`.
 * @param firstParty URL of the first-party script; null when it is not built
 * @throws Error naming the setting when it has another form
 */
export function parseAnalytics(setting: string, firstParty: string | null): Analytics {
	if (setting === 'none' || (setting === 'first-party' && !firstParty))
		return { tag: '', deferredTag: '', scripts: [], connections: [] }
	if (setting === 'first-party')
		return {
			tag: `<script type="module" fetchpriority="low" src="${firstParty}"></script>`,
			deferredTag: `<meta name="page-view" content="${firstParty}">`,
			scripts: [],
			connections: [],
		}
	const match = /^(plausible|umami):([\w.,-]+)@(https?:\/\/\S+)$/.exec(setting)
	const [, vendor, site = '', address = ''] = match ?? []
	if (!vendor || !URL.canParse(address))
		throw new Error(
			'ANALYTICS_SNIPPET must be first-party, none, plausible:<domain>@<script url> or umami:<id>@<script url>.',
		)
	const { origin, href } = new URL(address)
	const attribute = vendor === 'plausible' ? 'data-domain' : 'data-website-id'
	const tag = `<script defer ${attribute}="${escapeHtml(site)}" src="${escapeHtml(href)}"></script>`
	return { tag, deferredTag: tag, scripts: [origin], connections: [origin] }
}
