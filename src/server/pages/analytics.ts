import { escapeHtml } from './document.ts'

/** The page-view tag of every page and what it adds to the content security policy. */
export type Analytics = {
	tag: string
	/** For a page whose own script brings the counter after the first paint: only its address, where it is ours. */
	lateTag: string
	scripts: string[]
	connections: string[]
}

/**
 * Reads `ANALYTICS_SNIPPET`: `first-party` (our own counter), `none`, `plausible:<domain>@<script url>` or
 * `umami:<website id>@<script url>`.
 * @param firstParty address of our own script; null when it is not built
 * @throws Error naming the setting when it has another form
 */
export function readAnalytics(setting: string, firstParty: string | null): Analytics {
	if (setting === 'none' || (setting === 'first-party' && !firstParty))
		return { tag: '', lateTag: '', scripts: [], connections: [] }
	if (setting === 'first-party')
		return {
			tag: `<script type="module" fetchpriority="low" src="${firstParty}"></script>`,
			lateTag: `<meta name="page-view" content="${firstParty}">`,
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
	return {
		tag,
		lateTag: tag,
		scripts: [origin],
		connections: [origin],
	}
}
