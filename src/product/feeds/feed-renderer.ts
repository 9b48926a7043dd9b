import type { Db } from '#platform/pg/db.ts'
import { escapeHtml } from '#product/pages/document.ts'
import type { Site } from '#product/pages/site.ts'
import { publicCacheControl, type RenderedFile, type Renderer } from '#product/public-answers/public-answer.ts'
import { anon, readQuery } from '#product/run-query.ts'
import { toPublicWall, type WallReader } from '#product/walls/wall-reader.ts'
import type { FeedText } from '#shared/wall/feed.ts'
import type { PublicWall, WallItem, WallSharing } from '#shared/wall/wall.ts'
import { atomFeed } from './atom-feed.ts'
import type { Feed } from './feed.ts'
import { jsonFeed } from './json-feed.ts'
import { feedItems } from './queries.ts'

/** An item with the time at which it became public, as ISO 8601. */
type FeedItem = WallItem & { published_at: string }
type FeedWall = Omit<PublicWall, 'items'> & { items: FeedItem[] }

const pathPattern = /^\/w\/([a-z0-9-]{3,63})\/feed\.(atom|json)$/
const maxItems = 50

/**
 * /w/{slug}/feed.atom and feed.json: the newest items of a wall, latest published first, as Atom (RFC 4287) or JSON Feed 1.1
 * (https://www.jsonfeed.org/version/1.1/).
 */
export function feedRenderer(db: Db, walls: WallReader): Renderer {
	return (path) => {
		const [, slug, format] = pathPattern.exec(path) ?? []
		if (!slug) return null
		return {
			key: path,
			async render(site) {
				const page = await walls.read({ slug, limit: 1 })
				if (!page) return null
				const { wall, space, sharing, rule } = page.definition
				const items = await readFeed(db, wall.id, space.id, rule.limit)
				const file = renderFeed(site, { ...toPublicWall(page), items }, sharing, format === 'atom' ? 'atom' : 'json')
				return { ...file, space: space.id, surrogateKey: `wall-${wall.id}` }
			},
		}
	}
}

async function readFeed(db: Db, wall: string, space: string, limit: number | null): Promise<FeedItem[]> {
	const query = feedItems(wall, Math.min(limit ?? maxItems, maxItems))
	const rows = await readQuery<{ item: string; published_at: Date | string }>(db, anon, query, space)
	return rows.map(({ item, published_at }) => ({
		...(JSON.parse(item) as WallItem),
		published_at: new Date(published_at).toISOString(),
	}))
}

function renderFeed(site: Site, wall: FeedWall, sharing: WallSharing, format: 'atom' | 'json'): RenderedFile {
	const { SITE_URL } = site.config
	const text = site.assets.pages.feedText(wall)
	const page = `${SITE_URL}/w/${wall.wall.slug}`
	const absolute = (url: string | null | undefined) => (url ? new URL(url, SITE_URL).href : null)
	const feed: Feed = {
		id: `urn:uuid:${wall.wall.id}`,
		lang: text.lang,
		title: sharing.page_title || text.title,
		description: sharing.page_description || wall.space.about || '',
		author: wall.space.name,
		page,
		self: `${page}/feed.${format}`,
		icon: absolute(wall.space.logo),
		updated: wall.items[0]?.published_at ?? new Date(0).toISOString(),
		entries: wall.items.flatMap((item, at) => {
			const words = text.items[at]
			if (!words) return []
			const { media, author } = item
			return {
				...words,
				id: `urn:uuid:${item.id}`,
				url: `${SITE_URL}/p/${item.id}`,
				published: item.published_at,
				html: entryHtml(words, `${SITE_URL}/p/${item.id}`),
				text: [...words.paragraphs, [words.name, ...words.facts].join(', ')].join('\n\n'),
				authorUrl: author.url,
				avatar: absolute(author.avatar?.url),
				image: absolute(media?.kind === 'photo' ? media.url : media?.poster),
			}
		}),
	}
	return {
		text: format === 'atom' ? atomFeed(feed) : jsonFeed(feed),
		headers: {
			'content-type':
				format === 'atom' ? 'application/atom+xml; charset=utf-8' : 'application/feed+json; charset=utf-8',
			'cache-control': publicCacheControl,
			'x-content-type-options': 'nosniff',
			'content-security-policy': "default-src 'none'; sandbox",
			'access-control-allow-origin': '*',
			...(sharing.noindex ? { 'x-robots-tag': 'noindex' } : {}),
		},
	}
}

/** The words as a quotation; no one's words become markup. */
function entryHtml({ paragraphs, name, facts, lang, dir }: FeedText['items'][number], url: string): string {
	const quoted = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')
	const quotation = quoted
		? `<blockquote cite="${url}" lang="${escapeHtml(lang)}" dir="${dir}">${quoted}</blockquote>`
		: ''
	return `${quotation}<p><b>${escapeHtml(name)}</b>${facts.map((fact) => `<br>${escapeHtml(fact)}`).join('')}</p>`
}
