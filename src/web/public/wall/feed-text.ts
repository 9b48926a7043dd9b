import type { FeedText } from '#shared/wall/feed.ts'
import type { PublicWall, WallItem } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { createPageRenderSettings, type PageRenderSettings } from '#web/public/wall/page/page-render-settings.ts'
import { affiliation, authorName, itemSettings, verificationText } from './render-settings.ts'
import { splitParagraphs } from './typesetting.ts'

/** The texts of a wall's feed, each item's in its own language. */
export function feedText(wall: PublicWall): FeedText {
	const settings = createPageRenderSettings(wall)
	const { messages, page } = settings
	return {
		lang: messages.lang,
		title: interpolate(page.title, { name: wall.space.name }),
		items: wall.items.map((item) => itemText(item, settings)),
	}
}

function itemText(item: WallItem, settings: PageRenderSettings): FeedText['items'][number] {
	const { lang, dir, messages } = itemSettings(item, settings)
	const name = authorName(item, { messages })
	const { space } = settings.wall
	const facts = [
		affiliation(item),
		item.rating && interpolate(messages.stars, { rating: item.rating }),
		item.is_excerpt && settings.page.shortened,
		verificationText(item, messages, space.name),
		item.reward && interpolate(settings.page.rewarded, { reward: item.reward }),
	]
	return {
		lang,
		dir,
		title: item.title || interpolate(settings.page.testimonialBy, { name, space: space.name }),
		name,
		paragraphs: splitParagraphs(item.text).filter(Boolean),
		facts: facts.filter((fact): fact is string => typeof fact === 'string' && fact !== ''),
	}
}
