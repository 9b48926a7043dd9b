import type { PublicForm } from '#shared/form/public-form.ts'
import type { TestimonialPageProps } from '#shared/page-props.ts'
import { quotationMarks } from '#shared/wall/quotation-marks.ts'
import type { CardText } from '#shared/wall/share-card.ts'
import type { PublicWall } from '#shared/wall/wall.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { wallPageMessagesFor } from '#web/i18n/wall-page-messages.ts'
import { createPageRenderSettings } from '#web/public/wall/page/page-render-settings.ts'
import { wallOfOne } from '#web/public/wall/page/testimonial-page.tsx'
import { affiliation, authorName, createRenderSettings, itemSettings, verificationText } from './render-settings.ts'
import { averageRating } from './star-symbols.tsx'
import { textDirection } from './typesetting.ts'

/**
 * The card of a testimonial: its words as they are shown, in their own language.
 * @param host where the rest stands when the card cuts them
 */
export function testimonialCard(props: TestimonialPageProps, host: string): CardText {
	const { item, space } = props
	const { lang, dir, messages } = itemSettings(item, createPageRenderSettings(wallOfOne(props)))
	const page = wallPageMessagesFor(messages.lang)
	const name = authorName(item, { messages })
	const headline = item.title ? oneLine(item.title) : null
	const basis = [verificationText(item, messages, space.name), item.reward && messages.rewarded]
	return {
		lang,
		dir,
		space: space.name,
		// Without words the title takes their place.
		headline: item.text ? headline : null,
		words: item.text ? oneLine(item.text) : headline || interpolate(page.testimonialBy, { name, space: space.name }),
		marks: item.text ? quotationMarks(lang) : null,
		note: item.is_excerpt ? page.shortened : null,
		cutNote: page.cutOnCard.replace('{host}', host),
		name,
		detail: affiliation(item),
		rating: item.rating,
		basis: basis.filter(Boolean).join(' · ') || null,
	}
}

/**
 * The card of a wall: its title, and the average of every published rating.
 * @param ownTitle the owner's; empty for that of the page
 */
export function wallCard(wall: PublicWall, ownTitle: string, host: string): CardText {
	const { messages, number } = createRenderSettings(wall, '')
	const page = wallPageMessagesFor(messages.lang)
	const { published, spread } = wall.counts
	const { average } = averageRating(spread)
	const isOne = new Intl.PluralRules(messages.lang).select(published) === 'one'
	const people = interpolate(isOne ? messages.people_one : messages.people_other, {
		count: number(published),
		name: wall.space.name,
	})
	return {
		...titleCard(wall.space.name, ownTitle || interpolate(page.title, { name: wall.space.name }), messages.lang),
		name: published > 0 ? people : '',
		detail: host,
		rating: average,
		basis: average === null ? null : interpolate(messages.average, { value: number(average) }),
	}
}

/** The card of a form: its title. */
export function formCard({ title, locale, space }: PublicForm, host: string): CardText {
	return { ...titleCard(space.name, title, locale), detail: host }
}

function titleCard(space: string, title: string, lang: string): CardText {
	const plain = {
		headline: null,
		marks: null,
		note: null,
		cutNote: '',
		name: '',
		detail: '',
		rating: null,
		basis: null,
	}
	return { ...plain, lang, dir: textDirection(title), space, words: oneLine(title) }
}

/** Line breaks of a text are spaces on a card; no sign is dropped. */
function oneLine(text: string): string {
	return text.replace(/\s*\n\s*/g, ' ')
}
