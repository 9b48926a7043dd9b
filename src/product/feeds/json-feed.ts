import type { Feed } from './feed.ts'

/** A feed as JSON Feed: https://www.jsonfeed.org/version/1.1/ */
export function jsonFeed(feed: Feed): string {
	return JSON.stringify({
		version: 'https://jsonfeed.org/version/1.1',
		title: feed.title,
		home_page_url: feed.page,
		feed_url: feed.self,
		...(feed.description ? { description: feed.description } : {}),
		...(feed.icon ? { icon: feed.icon } : {}),
		authors: [{ name: feed.author, url: feed.page }],
		language: feed.lang,
		items: feed.entries.map((entry) => ({
			id: entry.id,
			url: entry.url,
			title: entry.title,
			content_html: entry.html,
			content_text: entry.text,
			date_published: entry.published,
			authors: [
				{
					name: entry.name,
					...(entry.authorUrl ? { url: entry.authorUrl } : {}),
					...(entry.avatar ? { avatar: entry.avatar } : {}),
				},
			],
			language: entry.lang,
			...(entry.image ? { image: entry.image } : {}),
		})),
	})
}
