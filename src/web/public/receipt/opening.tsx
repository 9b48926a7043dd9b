import type { Receipt } from '#shared/receipt.ts'
import { initials } from '#web/public/page-shell/initials.ts'
import { Rated } from '#web/public/page-shell/rated.tsx'
import { splitExcerpt } from './excerpt.ts'
import { aboutAuthor, statusOf } from './said.ts'

const lengthy = 600

/** The words in full, large; the shown part underlined and the rest quiet. */
export function Opening({ receipt }: { receipt: Receipt }) {
	const { author, rating, space, excerpt } = receipt
	const { shown, text } = statusOf(receipt)
	const about = aboutAuthor(receipt)
	const photos = receipt.media.filter(({ kind, url }) => kind === 'photo' && url)
	return (
		<section className="open">
			<h1>Your words for {space.name}</h1>
			<Words receipt={receipt} />
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
					<Rated rating={rating} label={`${rating} of 5 stars`} />
				) : (
					<span className="small quiet">No rating</span>
				)}
			</div>
			<div className="tight">
				<p className={shown ? 'status' : 'status off'}>{text}</p>
				{excerpt && shown ? (
					<p className="legend">{space.name} shows the underlined part. All of it is kept.</p>
				) : null}
			</div>
		</section>
	)
}

function Words({ receipt: { body, excerpt, locale } }: { receipt: Receipt }) {
	const [before, part, after] = splitExcerpt(body, excerpt)
	const classes = ['words', excerpt ? 'part' : '', body.length > lengthy ? 'lengthy' : '']
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
