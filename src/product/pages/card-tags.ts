import { cardSizes } from '#shared/wall/share-card.ts'
import { escapeHtml } from './document.ts'

/** Tags of the picture that a shared link shows. @param about the picture in words, for people who do not see it */
export function cardTags(url: string, about: string): string[] {
	const property = (name: string, content: string | number) =>
		`<meta property="og:image${name}" content="${escapeHtml(String(content))}">`
	const { width, height } = cardSizes.wide
	return [
		property('', url),
		property(':width', width),
		property(':height', height),
		property(':alt', about),
		'<meta name="twitter:card" content="summary_large_image">',
	]
}
