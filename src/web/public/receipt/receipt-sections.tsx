import { answerLines } from '#shared/form/answer-lines.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import type { ReceiptProps } from '#shared/page-props.ts'
import { eventText, type ReceiptTexts } from './receipt-text.ts'

type Props = { receipt: Receipt; texts: ReceiptTexts }

/** All places where the testimonial is published. */
export function PlacementsSection({ receipt: { id, is_public, walls, space }, texts: { say } }: Props) {
	return (
		<section className="entry" id="places">
			<h2>{say('places')}</h2>
			<div>
				{walls.length === 0 && !is_public ? (
					<p className="quiet">{say('noPlaces', { space: space.name })}</p>
				) : (
					<ul className="places">
						{is_public ? (
							<li>
								<b>{say('ownPage')}</b>
								<span className="row">
									<a href={`/p/${id}/card.png`}>{say('picture')}</a>
									<a href={`/p/${id}`}>
										{say('open')}
										<span className="vh"> {say('ownPage')}</span>
									</a>
								</span>
							</li>
						) : null}
						{walls.map(({ name, url }) => (
							<li key={url}>
								<b dir="auto">{name}</b>
								<a href={url}>
									{say('open')}
									<span className="vh"> {name}</span>
								</a>
							</li>
						))}
					</ul>
				)}
			</div>
		</section>
	)
}

/** Answers to the owner's questions, and the owner's reply. */
export function AnswersSection({ receipt: { answers, reply, space }, texts: { say, lang } }: Props) {
	if (answers.length === 0 && !reply) return null
	return (
		<section className="entry">
			<h2>{say('answers')}</h2>
			<ul className="places">
				{answers.map(({ label, is_public, ...answer }) => (
					<li key={label}>
						<span>
							<b dir="auto">{label}</b>
							<span dir="auto">{answerLines(answer, lang).join(' · ')}</span>
						</span>
						<span className="small quiet">{say(is_public ? 'mayBeShown' : 'neverShown')}</span>
					</li>
				))}
				{reply ? (
					<li>
						<span>
							<b>{say('replied', { space: space.name })}</b>
							<span dir="auto">{reply.body}</span>
						</span>
					</li>
				) : null}
			</ul>
		</section>
	)
}

/** Download, withdraw and erase, the mildest first. */
export function WithdrawSection({ receipt, address, texts: { say } }: ReceiptProps & Props) {
	const { withdrawn_at, space } = receipt
	return (
		<section className="entry">
			<h2>{say('takeBack')}</h2>
			<div>
				<div className="act">
					<div>
						<h3>{say('download')}</h3>
						<p className="quiet">{say('downloadText')}</p>
					</div>
					<a className="btn" href={`${new URL(address).pathname}/download`} download>
						{say('download')}
					</a>
				</div>
				<form className="act" method="post">
					<div>
						<h3>{say(withdrawn_at ? 'putBack' : 'withdraw')}</h3>
						<p className="quiet">{withdrawn_at ? say('putBackText', { space: space.name }) : say('withdrawText')}</p>
					</div>
					<button className="btn" type="submit" name="do" value={withdrawn_at ? 'return' : 'withdraw'}>
						{say(withdrawn_at ? 'putBack' : 'withdraw')}
					</button>
				</form>
				<div className="act">
					<div>
						<h3>{say('erase')}</h3>
						<p className="quiet">{say('eraseText', { space: space.name })}</p>
					</div>
					<details>
						<summary className="btn danger">{say('erase')}</summary>
						<form className="fold wrong" method="post">
							<p>{say('eraseWarning')}</p>
							<div className="row">
								<button className="btn danger" type="submit" name="do" value="erase">
									{say('eraseYes')}
								</button>
							</div>
						</form>
					</details>
				</div>
			</div>
		</section>
	)
}

export function HistorySection({ receipt: { events, space }, texts }: Props) {
	return (
		<section className="entry">
			<h2>{texts.say('history')}</h2>
			<div>
				<ol className="history">
					{events.toReversed().map((event) => (
						<li key={`${event.at} ${event.kind}`}>
							<span>
								{eventText(event, space.name, texts)}
								<time dateTime={event.at}>{texts.moment(event.at)}</time>
							</span>
						</li>
					))}
				</ol>
				<p className="small quiet">{texts.say('sealed')}</p>
			</div>
		</section>
	)
}
