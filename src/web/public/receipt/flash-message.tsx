import type { ReceiptNotice, ReceiptProps } from '#shared/page-props.ts'
import { formatCount } from '#web/i18n/messages.ts'
import type { ReceiptTexts } from './receipt-text.ts'
import { ThanksSection } from './thanks-section.tsx'

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
	if (news === 'sent') return <ThanksSection {...props} />
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
	const characters = (n: number) => formatCount(words.characters, n, lang, number(n))
	const body = (typed.body ?? '').trim()
	switch (field) {
		case 'body':
			return body ? fill(words.longBody, { characters: characters([...body].length - textLimit) }) : words.needBody
		case 'title':
			return fill(words.tooLong, { max: 200 })
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
