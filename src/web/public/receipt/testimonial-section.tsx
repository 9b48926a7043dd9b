import type { Receipt } from '#shared/receipt.ts'
import { splitExcerpt } from '#shared/split-excerpt.ts'
import { initials } from '#web/public/page-shell/names.ts'
import { StarRating } from '#web/public/page-shell/stars.tsx'
import { describeAuthor, describeStatus } from './receipt-text.ts'

const longTextLength = 600

/** The full text, large; the published excerpt underlined, the rest muted. */
export function TestimonialSection({ receipt }: { receipt: Receipt }) {
	const { author, rating, space, excerpt } = receipt
	const { shown, text } = describeStatus(receipt)
	const about = describeAuthor(receipt)
	const photos = receipt.media.filter(({ kind, url }) => kind === 'photo' && url)
	return (
		<section className="open">
			<h1>Your words for {space.name}</h1>
			<TestimonialText receipt={receipt} />
			{photos.map(({ url, width, height }) => (
				<img
					className="shot"
					key={url}
					src={url ?? undefined}
					alt="Sent by you"
					width={width ?? undefined}
					height={height ?? undefined}
				/>
			))}
			<div className="who">
				<span className="face" aria-hidden="true">
					{author.avatar_url ? (
						<img src={author.avatar_url} alt="" data-letters={initials(author.name)} />
					) : (
						initials(author.name)
					)}
				</span>
				<span>
					<b>
						<bdi>{author.name}</bdi>
					</b>
					{about ? <bdi className="small quiet">{about}</bdi> : null}
				</span>
				{rating ? (
					<StarRating rating={rating} label={`${rating} of 5 stars`} />
				) : (
					<span className="small quiet">No rating</span>
				)}
			</div>
			<div className="tight">
				<p className={shown ? 'status' : 'status off'}>{text}</p>
				{excerpt && shown ? <p className="legend">{space.name} shows the underlined part. All of it is kept.</p> : null}
			</div>
		</section>
	)
}

function TestimonialText({ receipt: { body, excerpt, locale } }: { receipt: Receipt }) {
	const { before, shown: part, after } = splitExcerpt(body, excerpt)
	const classes = ['words', excerpt ? 'part' : '', body.length > longTextLength ? 'lengthy' : '']
	return (
		<blockquote className={classes.filter(Boolean).join(' ')} lang={locale} dir="auto">
			<span className="hang" aria-hidden="true">
				“
			</span>
			<p>
				{before}
				{excerpt ? <mark>{part}</mark> : part}
				{after}
			</p>
		</blockquote>
	)
}
