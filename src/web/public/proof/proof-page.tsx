import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { dateLocale } from '#shared/date-locale.ts'
import type { ProofPageProps, RenderedPage } from '#shared/page-props.ts'
import type { ProofPageMessages } from '#web/i18n/en/proof-page.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { proofPageMessagesFor } from '#web/i18n/proof-page-messages.ts'
import { clock, Icon, tick } from '#web/public/page-shell/icons.tsx'

type Texts = ReturnType<typeof openTexts>
type Props = ProofPageProps & { texts: Texts }

/** The public page that proves the words of one testimonial, /proof/{id}; it needs no script. */
export function renderProofPage(props: ProofPageProps): RenderedPage {
	const texts = openTexts(props.locale)
	const { words, lang, dir, fill } = texts
	const { name, space } = props
	return {
		lang,
		dir,
		title: name ? fill(words.title, { name }) : fill(words.titleNameless, { space }),
		description: words.intro,
		body: renderToStaticMarkup(<ProofPage {...props} texts={texts} />),
	}
}

function openTexts(locale: string) {
	const { words, lang, dir } = proofPageMessagesFor(locale)
	const format = (style: Intl.DateTimeFormatOptions) => {
		const dates = new Intl.DateTimeFormat(dateLocale(lang), { ...style, timeZone: 'UTC', numberingSystem: 'latn' })
		return (iso: string) => dates.format(new Date(iso))
	}
	/** A name in right-to-left text keeps its own direction. */
	const fill = (sentence: string, values: Record<string, string | number>) =>
		interpolate(
			sentence,
			dir === 'ltr'
				? values
				: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`])),
		)
	const moment = format({ dateStyle: 'long', timeStyle: 'medium' })
	return { words, lang, dir, fill, day: format({ dateStyle: 'long' }), moment: (iso: string) => `${moment(iso)} UTC` }
}

function ProofPage(props: Props) {
	const { id, entries, opening, isPart, fileName, space, texts } = props
	const { words, fill, day, moment } = texts
	const first = entries[0]?.at ?? ''
	return (
		<main className="proof">
			<a className="back" href={`/p/${id}`}>
				{words.back}
			</a>
			<h1>
				{opening
					? fill(words.headingWhole, { day: day(opening.at) })
					: isPart
						? fill(words.headingPart, { day: day(first) })
						: words.headingOther}
			</h1>
			<p className="quiet">{words.intro}</p>
			<Findings {...props} />
			<h2>{words.history}</h2>
			<ol className="chain">
				{entries.map(({ kind, at, hash, isByProgram }) => (
					<li key={hash}>
						<time dateTime={at}>{moment(at)}</time>
						<span>
							{fill(eventText(kind, words), { space })}
							{isByProgram ? <span className="quiet">{fill(words.byProgram, { space })}</span> : null}
						</span>
						<code dir="ltr" title={hash}>
							{hash.slice(0, 4)} {hash.slice(4, 8)}
							<span className="vh">{hash.slice(8)}</span>
						</code>
					</li>
				))}
			</ol>
			{opening ? (
				<details>
					<summary>{words.fingerprint}</summary>
					<p className="quiet">{words.fingerprintText}</p>
					{opening.texts.map((text) => (
						<pre key={text} dir="ltr">
							{text}
						</pre>
					))}
				</details>
			) : null}
			<section className="box" aria-labelledby="check">
				<h2 id="check">{words.check}</h2>
				<p>
					<code dir="ltr">plaudit verify {fileName}</code>
				</p>
				<p>
					<a href={`/proof/${id}/receipt`} download={fileName}>
						{words.download}
					</a>
				</p>
				<p className="quiet">
					{words.steps} <a href="/.well-known/plaudit-proof.pem">plaudit-proof.pem</a>
				</p>
			</section>
		</main>
	)
}

/** The proven statements, and the unproven ones. */
function Findings({ opening, isPart, entries, sealed, unsealed, space, texts }: Props) {
	const { words, fill, moment } = texts
	const count = entries.length === 1 ? words.oneEntry : fill(words.manyEntries, { count: entries.length })
	return (
		<ul className="findings">
			{opening ? (
				<Finding title={fill(words.whole, { number: opening.number })}>{words.wholeText}</Finding>
			) : isPart ? (
				<Finding title={words.part} isOpen>
					{fill(words.partText, { space })}
				</Finding>
			) : (
				<Finding title={words.unopened} isOpen>
					{words.unopenedText}
				</Finding>
			)}
			<Finding title={words.chain}>{fill(words.chainText, { count })}</Finding>
			{sealed ? (
				<Finding title={words.sealed}>
					{fill(words.sealedText, { ...sealed, moment: moment(sealed.at) })} {unsealed > 0 ? words.waits : null}
				</Finding>
			) : (
				<Finding title={words.notSealed} icon={clock}>
					{null}
				</Finding>
			)}
			<Finding title={words.notProven} isOpen>
				{words.notProvenText}
			</Finding>
		</ul>
	)
}

/** `isOpen`: what is not proven. */
function Finding({
	title,
	children,
	isOpen = false,
	icon = tick,
}: {
	title: string
	children: ReactNode
	isOpen?: boolean
	icon?: string
}) {
	return (
		<li className={isOpen ? 'not' : undefined}>
			{isOpen ? <span aria-hidden="true">–</span> : <Icon drawing={icon} />}
			<div>
				<b>{title}</b>
				{children ? <p>{children}</p> : null}
			</div>
		</li>
	)
}

const eventText = (kind: string, words: ProofPageMessages): string =>
	Object.hasOwn(words, kind) ? words[kind as keyof ProofPageMessages] : words.other
