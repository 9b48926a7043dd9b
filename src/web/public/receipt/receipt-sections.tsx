import type { ReceiptProps } from '#shared/page-props.ts'
import type { Receipt } from '#shared/receipt.ts'
import { eventText, formatDateTime } from './receipt-text.ts'

/** All places where the testimonial is published. */
export function PlacementsSection({ receipt: { walls, space } }: { receipt: Receipt }) {
	return (
		<section className="entry" id="places">
			<h2>Where it is shown</h2>
			<div>
				{walls.length === 0 ? (
					<p className="quiet">Nowhere. When {space.name} publishes it, each place is listed here.</p>
				) : (
					<ul className="places">
						{walls.map(({ name, url }) => (
							<li key={url}>
								<b dir="auto">{name}</b>
								<a href={url}>
									Open<span className="vh"> {name}</span>
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
export function AnswersSection({ receipt: { answers, reply, space } }: { receipt: Receipt }) {
	if (answers.length === 0 && !reply) return null
	return (
		<section className="entry">
			<h2>Questions and answers</h2>
			<ul className="places">
				{answers.map(({ label, value, is_public }) => (
					<li key={label}>
						<span>
							<b dir="auto">{label}</b>
							<span dir="auto">{value}</span>
						</span>
						<span className="small quiet">{is_public ? 'may be shown' : 'never shown'}</span>
					</li>
				))}
				{reply ? (
					<li>
						<span>
							<b>{space.name} answered</b>
							<span dir="auto">{reply.body}</span>
						</span>
					</li>
				) : null}
			</ul>
		</section>
	)
}

/** Download, withdraw and erase, the mildest first. */
export function WithdrawSection({ receipt, address }: ReceiptProps) {
	const { withdrawn_at, space } = receipt
	return (
		<section className="entry">
			<h2>Take it back</h2>
			<div>
				<div className="act">
					<div>
						<h3>Download</h3>
						<p className="quiet">Your words, consents and history in one file.</p>
					</div>
					<a className="btn" href={`${new URL(address).pathname}/download`} download>
						Download
					</a>
				</div>
				<form className="act" method="post">
					<div>
						<h3>{withdrawn_at ? 'Put it back' : 'Withdraw'}</h3>
						<p className="quiet">
							{withdrawn_at
								? `It is shown nowhere now. ${space.name} can show it again once it is back.`
								: 'Gone from every wall within 60 seconds. You can put it back here.'}
						</p>
					</div>
					<button className="btn" type="submit" name="do" value={withdrawn_at ? 'return' : 'withdraw'}>
						{withdrawn_at ? 'Put it back' : 'Withdraw'}
					</button>
				</form>
				<div className="act">
					<div>
						<h3>Erase</h3>
						<p className="quiet">Removes your words, name, photo and e-mail for good, for {space.name} too.</p>
					</div>
					<details>
						<summary className="btn danger">Erase</summary>
						<form className="fold wrong" method="post">
							<p>Nobody can bring it back, and this link stops working.</p>
							<div className="row">
								<button className="btn danger" type="submit" name="do" value="erase">
									Erase for good
								</button>
							</div>
						</form>
					</details>
				</div>
			</div>
		</section>
	)
}

export function HistorySection({ receipt: { events, space } }: { receipt: Receipt }) {
	return (
		<section className="entry">
			<h2>History</h2>
			<div>
				<ol className="history">
					{events.toReversed().map((event) => (
						<li key={`${event.at} ${event.kind}`}>
							<span>
								{eventText(event, space.name)}
								<time dateTime={event.at}>{formatDateTime(event.at)}</time>
							</span>
						</li>
					))}
				</ol>
				<p className="small quiet">Each entry is sealed to the one before it, so none can be removed unseen.</p>
			</div>
		</section>
	)
}
