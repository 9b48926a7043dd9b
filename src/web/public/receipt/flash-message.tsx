import type { ReceiptProps } from '#shared/page-props.ts'
import { firstName } from '#web/public/page-shell/names.ts'
import { publishedMessages, unpublishedMessages } from './receipt-text.ts'

/** The outcome of the last action: thanks after sending, one line after a change, the errors after a refusal. */
export function FlashMessage(props: ReceiptProps) {
	const { news, problems, receipt } = props
	if (problems.length > 0)
		return (
			<div className="wrong news" role="alert">
				<h2 className="slim">Not saved yet</h2>
				<ul>
					{problems.map((problem) => (
						<li key={problem}>{problem}</li>
					))}
				</ul>
			</div>
		)
	if (news === 'sent') return <ThankYouMessage {...props} />
	if (!news) return null
	return (
		<div className="news" role="status">
			<p>{receipt.is_public ? publishedMessages[news] : unpublishedMessages(receipt.space.name)[news]}</p>
		</div>
	)
}

function ThankYouMessage({ receipt, address }: ReceiptProps) {
	const { space, author, email } = receipt
	return (
		<section className="news" aria-labelledby="thanks">
			<h2 id="thanks" dir="auto">
				<span>Thank you, {firstName(author.name)}.</span> It is in good hands.
			</h2>
			<ol className="next">
				<li>{space.name} reads it.</li>
				<li>If they publish it, this page shows where.</li>
				<li>You can edit, withdraw or erase it here at any time.</li>
			</ol>
			<div>
				<label className="label" htmlFor="plink">
					Your private link to this page
				</label>
				<div className="keylink">
					<input className="in" id="plink" readOnly dir="ltr" value={address} />
					<button className="btn first" type="button" id="copy" hidden>
						Copy link
					</button>
				</div>
				<p className="hint after-field">
					Keep it to yourself: anyone who has it can change your words.
					{email ? ` We send it to ${email} too.` : ' Bookmark this page or copy the link.'}
				</p>
				<p className="hint" role="status" id="copied" />
			</div>
		</section>
	)
}
