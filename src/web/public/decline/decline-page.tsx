import { renderToStaticMarkup } from 'react-dom/server'
import type { DeclineProps, RenderedPage } from '#shared/page-props.ts'
import { declineMessagesFor } from '#web/i18n/decline-messages.ts'
import type { DeclineMessages } from '#web/i18n/en/decline.ts'
import { Brand } from '#web/public/page-shell/brand.tsx'
import { fillNames } from '#web/public/page-shell/fill-names.tsx'
import { Icon, tick } from '#web/public/page-shell/icons.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'

/** The page behind "Do not ask me again": a question with one button, then what was done with its undo. */
export function renderDecline(props: DeclineProps): RenderedPage {
	const { space, isDeclined, locale } = props
	const { words, lang, dir } = declineMessagesFor(locale)
	const title = isDeclined ? words.doneTitle : words.title
	return {
		lang,
		dir,
		title: `${title} ${space.name}`,
		paintedUpTo: 'answer',
		body: renderToStaticMarkup(
			<main className="spread">
				<header className="question">
					<Brand name={space.name} logo={space.logo} />
					<h1 className={isDeclined ? 'lengthy' : undefined}>{title}</h1>
					{isDeclined ? null : <p className="intro">{fillNames(words.intro, props)}</p>}
				</header>
				<div className="answer" id="answer">
					{isDeclined ? <Declined props={props} words={words} /> : <Question props={props} words={words} />}
				</div>
				<p className="made">
					<Wordmark />
				</p>
			</main>,
		),
	}
}

type Part = { props: DeclineProps; words: DeclineMessages }

function Question({ props, words }: Part) {
	return (
		<>
			<p>{fillNames(words.text, props, words.address)}</p>
			<div className="choices">
				<PostButton action="decline" label={words.decline} first />
				{props.writeUrl ? (
					<a className="btn" href={props.writeUrl}>
						{words.write}
					</a>
				) : null}
			</div>
		</>
	)
}

function Declined({ props, words }: Part) {
	return (
		<>
			<p className="done" role="status">
				<Icon drawing={tick} />
				<span>{fillNames(words.done, props, words.address)}</span>
			</p>
			<p className="hint">{fillNames(words.list, props)}</p>
			<PostButton action="undo" label={words.undo} />
		</>
	)
}

/** The button posts a form, so that a mail scanner that opens every link changes nothing. */
function PostButton({ action, label, first }: { action: string; label: string; first?: boolean }) {
	return (
		<form method="post">
			<button className={first ? 'btn first' : 'btn'} type="submit" name="do" value={action}>
				{label}
			</button>
		</form>
	)
}
