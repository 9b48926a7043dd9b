import type { FeedText } from '#shared/wall/feed.ts'

/** The content of both formats. Ids are those of the database, so that they survive a move to another address. */
export type Feed = {
	id: string
	lang: string
	title: string
	description: string
	/** The space, which is the author where an item has none. */
	author: string
	page: string
	self: string
	icon: string | null
	/** Time of its newest item; the epoch where there is none. */
	updated: string
	entries: FeedEntry[]
}

export type FeedEntry = FeedText['items'][number] & {
	id: string
	url: string
	published: string
	/** Escaped HTML. */
	html: string
	text: string
	authorUrl: string | null
	avatar: string | null
	image: string | null
}
