import type { PublicWall, WallItem } from '#shared/wall/wall.ts'

/** Number and sum of the ratings that search engines may read. */
export type EngineRatings = { count: number; sum: number }

type Space = { name: string; logo: string | null; url?: string | null }

/**
 * A testimonial as https://schema.org/Review; null for one that was taken over, entered by a member, or rewarded: the vocabulary
 * has no way to say so.
 */
export function reviewData(item: WallItem, space: Space, url: string): object | null {
	return isReview(item) ? { ...review(item, url), itemReviewed: brand(space, new URL(url).origin) } : null
}

/** A wall as https://schema.org/CollectionPage about a brand with its reviews, and its average over all published ratings. */
export function wallData(
	{ wall, space, items }: PublicWall,
	{ title, description, lang }: { title: string; description: string; lang: string },
	ratings: EngineRatings | null,
	site: string,
): object {
	const reviews = items.filter(isReview).map((item) => review(item, `${site}/p/${item.id}`))
	const average = ratings && ratings.count > 0 ? Math.round((ratings.sum / ratings.count) * 10) / 10 : null
	return {
		'@type': 'CollectionPage',
		name: title,
		description,
		url: `${site}/w/${wall.slug}`,
		inLanguage: lang,
		mainEntity: {
			...brand(space, site),
			...(average === null
				? {}
				: {
						aggregateRating: {
							'@type': 'AggregateRating',
							ratingValue: average,
							ratingCount: ratings?.count,
							bestRating: 5,
							worstRating: 1,
						},
					}),
			...(reviews.length > 0 ? { review: reviews } : {}),
		},
	}
}

function isReview({ basis, reward, source }: WallItem): boolean {
	return basis !== 'imported' && basis !== 'vouched' && !reward && source.url === null
}

/** The subject of a space: not always a company, not always one product. */
function brand({ name, logo, url }: Space, site: string) {
	return { '@type': 'Brand', name, ...(url ? { url } : {}), ...(logo ? { logo: new URL(logo, site).href } : {}) }
}

/** A person who withheld the name is left out, not invented. */
function review({ title, text, rating, author, submitted_at, locale }: WallItem, url: string) {
	return {
		'@type': 'Review',
		url,
		datePublished: submitted_at.slice(0, 10),
		...(locale ? { inLanguage: locale } : {}),
		...(author.name ? { author: { '@type': 'Person', name: author.name } } : {}),
		...(title ? { headline: title } : {}),
		...(text ? { reviewBody: text } : {}),
		...(rating ? { reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 } } : {}),
	}
}
