import { useLayoutEffect, useRef, useState } from 'react'
import { copyLink } from '#web/public/page-shell/copy-link.ts'
import { firstName } from '#web/public/page-shell/first-name.ts'
import { fill } from './fill.ts'
import { copy as copySign, Icon, share as shareSign, tick } from './icons.tsx'
import type { Island } from './island.ts'

/** What was sent, as far as the page still shows it. */
export type Sent = { name: string; body: string; email: string; receiptUrl: string }

/** Takes the form's place; its heading takes focus. */
export function ThankYou({ island, sent }: { island: Island; sent: Sent }) {
	const { words, form } = island
	const heading = useRef<HTMLHeadingElement>(null)
	const space = form.space.name
	const first = firstName(sent.name)
	const title = form.thank_you.title
	useLayoutEffect(() => {
		document.title = `${fill(words.thanks, { name: first })} ${space}`
		demoteQuestion()
		heading.current?.focus()
		scrollTo({ top: 0 })
	}, [words, first, space])
	return (
		<div className="after">
			<h1 tabIndex={-1} ref={heading} dir="auto">
				{title ? (
					title
				) : (
					<>
						<span>{fill(words.thanks, { name: first })}</span> {words.goodHands}
					</>
				)}
			</h1>
			{form.thank_you.message ? <p dir="auto">{form.thank_you.message}</p> : null}
			<blockquote dir="auto">{sent.body}</blockquote>
			<ol className="next">
				<li>{fill(words.next1, { space })}</li>
				<li>{fill(words.next2, { space })}</li>
				<li>{words.next3}</li>
			</ol>
			<PrivateLink island={island} sent={sent} />
			<div className="row">
				<a className="btn" href={sent.receiptUrl}>
					{words.openPage}
				</a>
				<Share island={island} />
				{form.thank_you.link_url ? (
					<a className="btn plain" href={form.thank_you.link_url} rel="noopener">
						{form.thank_you.link_label ?? form.thank_you.link_url}
					</a>
				) : null}
			</div>
		</div>
	)
}

function PrivateLink({ island: { words }, sent }: { island: Island; sent: Sent }) {
	const [copied, setCopied] = useState(false)
	const input = useRef<HTMLInputElement>(null)
	const copy = async () => {
		if (input.current) setCopied(await copyLink(input.current))
	}
	return (
		<div>
			<label className="label" htmlFor="plink">
				{words.link}
			</label>
			<div className="keylink">
				<input className="in" id="plink" readOnly dir="ltr" value={sent.receiptUrl} ref={input} />
				<button className="btn first" type="button" onClick={copy}>
					<Icon drawing={copySign} />
					{words.copyLink}
				</button>
			</div>
			<p className="hint after-field">
				{words.linkHint} {sent.email ? fill(words.mailed, { email: sent.email }) : null}
			</p>
			<p className="hint saved" role="status">
				{copied ? <Icon drawing={tick} /> : null}
				{copied ? words.copied : null}
			</p>
		</div>
	)
}

/** Shares the form, never the private link; absent where the browser cannot share. */
function Share({ island: { words, form } }: { island: Island }) {
	if (typeof navigator.share !== 'function') return null
	const share = () =>
		navigator
			.share({ title: form.title, url: new URL(`/collect/${form.slug}`, location.href).href })
			.catch(() => undefined)
	return (
		<button className="btn" type="button" onClick={share}>
			<Icon drawing={shareSign} />
			{fill(words.share, { space: form.space.name })}
		</button>
	)
}

/** The question, which stands outside of what React draws, gives up its place as the page's first heading. */
function demoteQuestion() {
	const question = document.querySelector('.ask h1')
	const heading = document.createElement('h2')
	heading.className = question?.className ?? ''
	heading.dir = 'auto'
	heading.textContent = question?.textContent ?? ''
	question?.replaceWith(heading)
}
