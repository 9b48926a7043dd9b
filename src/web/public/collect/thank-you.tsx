import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { copy as copySign, share as shareSign } from '#web/public/page-shell/action-icons.ts'
import { copyLink } from '#web/public/page-shell/copy-link.ts'
import { Icon, tick } from '#web/public/page-shell/icons.tsx'
import { firstName } from '#web/public/page-shell/names.ts'
import type { Island } from './island.ts'

/** The submission, as far as the page still shows it. */
export type SentTestimonial = {
	kind: string
	name: string
	body: string
	email: string
	receiptUrl: string
	/** A recording, with its progress. */
	card?: ReactNode
}

export type ThankYouProps = { island: Island; sent: SentTestimonial }

/** Replaces the form; its heading takes focus. */
export function ThankYou({ island, sent }: ThankYouProps) {
	const { words, form } = island
	const heading = useRef<HTMLHeadingElement>(null)
	const space = form.space.name
	const first = firstName(sent.name)
	const title = form.thank_you.title
	useLayoutEffect(() => {
		document.title = `${interpolate(words.thanks, { name: first })} ${space}`
		demoteTitleHeading()
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
						<span>{interpolate(words.thanks, { name: first })}</span> {words.goodHands}
					</>
				)}
			</h1>
			{form.thank_you.message ? <p dir="auto">{form.thank_you.message}</p> : null}
			{sent.card}
			{sent.body ? <blockquote dir="auto">{sent.body}</blockquote> : null}
			<ol className="next">
				<li>{interpolate(words[nextStep(sent.kind)], { space })}</li>
				<li>{interpolate(words.next2, { space })}</li>
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

const nextStep = (kind: string) => (kind === 'video' ? 'watches' : kind === 'audio' ? 'listens' : 'next1')

function PrivateLink({ island: { words }, sent }: { island: Island; sent: SentTestimonial }) {
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
				{words.linkHint} {sent.email ? interpolate(words.mailed, { email: sent.email }) : null}
			</p>
			<p className="hint saved" role="status">
				{copied ? <Icon drawing={tick} /> : null}
				{copied ? words.copied : null}
			</p>
		</div>
	)
}

/** Shares the form, never the private link; absent without the Web Share API. */
function Share({ island: { words, form } }: { island: Island }) {
	if (typeof navigator.share !== 'function') return null
	const share = () =>
		navigator
			.share({ title: form.title, url: new URL(`/collect/${form.slug}`, location.href).href })
			.catch(() => undefined)
	return (
		<button className="btn" type="button" onClick={share}>
			<Icon drawing={shareSign} />
			{interpolate(words.share, { space: form.space.name })}
		</button>
	)
}

/** The question is outside React's tree; it stops being the page's first heading. */
function demoteTitleHeading() {
	const question = document.querySelector('.question h1')
	const heading = document.createElement('h2')
	heading.className = question?.className ?? ''
	heading.dir = 'auto'
	heading.textContent = question?.textContent ?? ''
	question?.replaceWith(heading)
}
