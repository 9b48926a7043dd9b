import { escapeXml } from '#product/feeds/escape-xml.ts'

export type SitemapAddress = { loc: string; lastmod?: string | undefined }

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A sitemap: https://www.sitemaps.org/protocol.html */
export const sitemapFile = (addresses: readonly SitemapAddress[]) => file('urlset', 'url', addresses)

/** A list of sitemaps. */
export const sitemapIndex = (addresses: readonly SitemapAddress[]) => file('sitemapindex', 'sitemap', addresses)

function file(root: string, entry: string, addresses: readonly SitemapAddress[]): string {
	const entries = addresses.map(
		({ loc, lastmod }) =>
			`<${entry}><loc>${escapeXml(loc)}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ''}</${entry}>`,
	)
	return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${entries.join('')}</${root}>\n`
}
