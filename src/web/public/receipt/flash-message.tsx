import type { ReceiptNotice, ReceiptProps } from '#shared/page-props.ts'
import { firstName } from '#web/public/page-shell/first-name.ts'
import type { ReceiptTexts } from './receipt-text.ts'

/** The outcome of the last action: thanks after sending, one line after a change, the errors after a refusal. */
type Props = ReceiptProps & { texts: ReceiptTexts }

export function FlashMessage(props: Props) {
	const { news, problems, receipt, texts } = props
	if (problems.length > 0)
		return (
			<div className="wrong news" role="alert">
				<h2 className="slim">{texts.say('notSaved')}</h2>
				<ul>
					{problems.map((problem) => (
						<li key={problem.field}>{problemText(problem, props)}</li>
					))}
				</ul>
			</div>
		)
	if (news === 'sent') return <ThankYouMessage {...props} />
	if (!news) return null
	return (
		<div className="news" role="status">
			<p>{texts.say(messageOf(news, receipt.is_public), { space: receipt.space.name })}</p>
		</div>
	)
}

/** The server's sentences are English; the form has the same ones in every language. */
function problemText({ field, text }: ReceiptProps['problems'][number], { texts, typed, textLimit }: Props): string {
	const { form: words, fill, lang, number } = texts
	if (lang === 'en') return text
	const body = (typed.body ?? '').trim()
	switch (field) {
		case 'body':
			return body ? fill(words.longBody, { n: number([...body].length - textLimit) }) : words.needBody
		case 'author.name':
			return typed.name?.trim() ? fill(words.tooLong, { max: 120 }) : words.needName
		case 'author.url':
			return words.badUrl
		case 'rating':
			return words.needRating
		default:
			return text
	}
}

function messageOf(news: Exclude<ReceiptNotice, 'sent'>, isPublic: boolean) {
	return isPublic && (news === 'edited' || news === 'returned' || news === 'replaced')
		? (`${news}Public` as const)
		: news
}

function ThankYouMessage({ receipt, address, texts: { say } }: Props) {
	const { space, author, email, form } = receipt
	return (
		<section className="news" aria-labelledby="thanks">
			<h2 id="thanks" dir="auto">
				<span>{say('thanks', { name: firstName(author.name) })}</span> {say('goodHands')}
			</h2>
			<ol className="next">
				<li>{say('next1', { space: space.name })}</li>
				<li>{say('next2')}</li>
				<li>{say('next3')}</li>
			</ol>
			<div>
				<label className="label" htmlFor="plink">
					{say('link')}
				</label>
				<div className="keylink">
					<input className="in" id="plink" readOnly dir="ltr" value={address} />
					<button className="btn first" type="button" id="copy" hidden>
						{say('copyLink')}
					</button>
				</div>
				<p className="hint after-field">
					{say('linkHint')} {email ? say('mailed', { email }) : say('bookmark')}
				</p>
				<p className="hint" role="status" id="copied" data-copied={say('copied')} />
			</div>
			{form?.link ? (
				<p>
					<a className="btn" href={form.link.url} rel="noopener noreferrer" dir="auto">
						{form.link.label ?? form.link.url}
					</a>
				</p>
			) : null}
		</section>
	)
}
