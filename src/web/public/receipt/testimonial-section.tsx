import { isRecordingKind } from '#shared/form/public-form.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import { initials } from '#shared/look/initials.ts'
import { splitExcerpt } from '#shared/wall/split-excerpt.ts'
import { StarRating } from '#web/public/page-shell/stars.tsx'
import { describeAuthor, describeStatus, type ReceiptTexts } from './receipt-text.ts'
import { RecordingFigures } from './recording-figure.tsx'

const longTextLength = 600

/** The full text, large; the published excerpt underlined, the rest muted. */
export function TestimonialSection({ receipt, texts }: { receipt: Receipt; texts: ReceiptTexts }) {
	const { author, rating, space, excerpt } = receipt
	const { shown, text } = describeStatus(receipt, texts)
	const about = describeAuthor(receipt, texts)
	const photos = receipt.media.filter(({ kind, url }) => kind === 'photo' && url)
	return (
		<section className="open">
			<h1>{texts.say('title', { space: space.name })}</h1>
			{isRecordingKind(receipt.kind) ? <RecordingFigures receipt={receipt} texts={texts} /> : null}
			{receipt.title === null ? null : (
				<p className="own-title" lang={receipt.locale} dir="auto">
					{receipt.title}
				</p>
			)}
			{receipt.body ? <TestimonialText receipt={receipt} /> : null}
			{photos.map(({ url, width, height }) => (
				<img
					className="shot"
					key={url}
					src={url ?? undefined}
					alt={texts.say('sentByYou')}
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
					{about ? (
						<bdi className="small quiet" dir={texts.dir === 'rtl' ? 'rtl' : undefined}>
							{about}
						</bdi>
					) : null}
				</span>
				{rating ? (
					<StarRating rating={rating} label={texts.fill(texts.marks.stars, { rating })} />
				) : (
					<span className="small quiet">{texts.say('noRating')}</span>
				)}
			</div>
			<div className="tight">
				<p className={shown ? 'status' : 'status off'} data-part="status" data-state={text}>
					{text}
				</p>
				<p className="vh" role="status" id="recording-news" />
				{receipt.kept_until ? (
					<p className="legend">{texts.say('keptUntil', { space: space.name, day: texts.day(receipt.kept_until) })}</p>
				) : null}
				{receipt.title !== null && !receipt.shows_title && shown ? (
					<p className="legend">{texts.say('titleLeftOut', { space: space.name })}</p>
				) : null}
				{excerpt && shown ? <p className="legend">{texts.say('part', { space: space.name })}</p> : null}
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
