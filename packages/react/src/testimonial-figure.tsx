import type { TestimonialPage } from './public-data.ts'

/** The site's own class names and labels for a testimonial. */
export type FigureOptions = {
	className?: string
	/** Words for the stars, to be read aloud; `{n}` is their number. */
	starsLabel?: string
}

/** One testimonial as plain HTML without styles of its own: the words as they are, then who said them. */
export function TestimonialFigure({
	page: { item, url },
	className = 'plaudit-testimonial',
	starsLabel = '{n} of 5 stars',
}: FigureOptions & { page: TestimonialPage }) {
	const { author, locale, rating, reward, text, title } = item
	const role = [author.title, author.company].filter(Boolean).join(', ')
	return (
		<figure className={className}>
			{rating !== null && (
				<div role="img" aria-label={starsLabel.replace('{n}', String(rating))}>
					{'★'.repeat(rating) + '☆'.repeat(5 - rating)}
				</div>
			)}
			<blockquote cite={url} lang={locale ?? undefined} dir="auto">
				{title && <strong>{title}</strong>}
				{text.split(/\n+/).map((paragraph, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: Paragraphs never change their order.
					<p key={index}>{paragraph}</p>
				))}
			</blockquote>
			<figcaption>
				<a href={url}>{author.name || item.submitted_at.slice(0, 10)}</a>
				{role && <span> {role}</span>}
				{reward && <small> {reward}</small>}
			</figcaption>
		</figure>
	)
}
