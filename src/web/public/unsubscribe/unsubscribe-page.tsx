import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { RenderedPage, UnsubscribeProps } from '#shared/page-props.ts'
import type { UnsubscribeMessages } from '#web/i18n/en/unsubscribe.ts'
import { unsubscribeMessagesFor } from '#web/i18n/unsubscribe-messages.ts'
import { Brand } from '#web/public/page-shell/brand.tsx'
import { fillNames } from '#web/public/page-shell/fill-names.tsx'
import { Icon, tick } from '#web/public/page-shell/icons.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'

type Mails = NonNullable<UnsubscribeProps['mails']>

/** The page behind the link at the foot of a mail: a question with buttons, then what was done with its undo. */
export function renderUnsubscribe({ locale, mails }: UnsubscribeProps): RenderedPage {
	const { words, lang, dir } = unsubscribeMessagesFor(locale)
	const title = !mails
		? words.goneTitle
		: mails.asks
			? words.title
			: mails.way === 'off'
				? words.stoppedTitle
				: words.onTitle
	const page = mails ? (
		<main className="spread">
			<header className="question">
				<Brand name={mails.space.name} logo={mails.space.logo} />
				<h1 className={mails.asks ? undefined : 'lengthy'}>{title}</h1>
				{mails.asks ? <p className="intro">{sayOf(words, mails)}</p> : null}
			</header>
			<div className="answer">
				{mails.asks ? <Question mails={mails} words={words} /> : <Confirmation mails={mails} words={words} />}
			</div>
			<p className="made">
				<Wordmark />
			</p>
		</main>
	) : (
		<main className="nothing">
			<Wordmark />
			<h1>{title}</h1>
			<p>{words.gone}</p>
		</main>
	)
	return { lang, dir, title: mails ? `${title} ${mails.space.name}` : title, body: renderToStaticMarkup(page) }
}

function Question({ mails, words }: { mails: Mails; words: UnsubscribeMessages }) {
	return (
		<>
			<div className="choices">
				<ChoiceForm way="off" first label={words.stop} />
				{mails.of === 'submitter' || mails.way === 'changed' ? null : mails.way === 'daily' ? (
					<ChoiceForm way="immediate" label={words.immediate} />
				) : (
					<ChoiceForm way="daily" label={words.daily} />
				)}
			</div>
			<p className="hint">{mails.of === 'member' ? words.inbox : fillNames(words.page, mails)}</p>
		</>
	)
}

function Confirmation({ mails, words }: { mails: Mails; words: UnsubscribeMessages }) {
	const { former } = mails
	return (
		<>
			<p className="done" role="status">
				<Icon drawing={tick} />
				<span>{sayOf(words, mails)}</span>
			</p>
			<div className="choices">
				{former && former.way !== mails.way ? (
					<ChoiceForm way={former.way} edited={former.edited} label={words.undo} />
				) : null}
				{former || mails.way !== 'off' || mails.of === 'member' ? null : (
					<ChoiceForm way="immediate" label={words.undo} />
				)}
				{mails.of === 'member' ? (
					<a className="btn plain" href="/dashboard/space/notifications">
						{words.account}
					</a>
				) : null}
			</div>
		</>
	)
}

/** Each button posts a form, so that a mail scanner that opens every link changes nothing. */
function ChoiceForm(props: { way: 'off' | 'immediate' | 'daily'; label: string; first?: boolean; edited?: boolean }) {
	return (
		<form method="post">
			<input type="hidden" name="way" value={props.way} />
			{props.edited === undefined ? null : <input type="hidden" name="edited" value={props.edited ? 'on' : 'off'} />}
			<button className={props.first ? 'btn first' : 'btn'} type="submit">
				{props.label}
			</button>
		</form>
	)
}

/** A sentence on which mails these are, or on how they come now. */
function sayOf(words: UnsubscribeMessages, mails: Mails): ReactNode {
	const isMember = mails.of === 'member'
	if (mails.asks) return fillNames(isMember ? words.alerts : words.ownWords, mails)
	if (mails.way === 'off') return fillNames(isMember ? words.stopped : words.stoppedOwn, mails)
	if (!isMember) return fillNames(words.onOwn, mails)
	if (mails.way === 'changed') return fillNames(words.onChanged, mails)
	return fillNames(mails.way === 'daily' ? words.onDaily : words.onImmediate, mails)
}
