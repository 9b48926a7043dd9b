import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { share as shareSign } from '#web/public/page-shell/action-icons.ts'
import { firstName } from '#web/public/page-shell/first-name.ts'
import { Icon } from '#web/public/page-shell/icons.tsx'
import { CopyField } from './copy-field.tsx'
import { CouponSection } from './coupon-section.tsx'
import type { Island } from './island.ts'
import { MoveOn } from './move-on.tsx'

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
	const {
		title,
		message,
		link_url: url,
		link_label: label,
		move_after: seconds,
		has_coupon: hasCoupon,
	} = form.thank_you
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
			{message ? <p dir="auto">{message}</p> : null}
			{url && seconds ? <MoveOn {...{ island, url, label, seconds }} /> : null}
			{hasCoupon ? <CouponSection island={island} receiptUrl={sent.receiptUrl} /> : null}
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
				{url && !seconds ? (
					<a className="btn plain" href={url} rel="noopener">
						{label ?? url}
					</a>
				) : null}
			</div>
		</div>
	)
}

const nextStep = (kind: string) => (kind === 'video' ? 'watches' : kind === 'audio' ? 'listens' : 'next1')

function PrivateLink({ island: { words, form }, sent }: { island: Island; sent: SentTestimonial }) {
	return (
		<CopyField id="plink" label={words.link} value={sent.receiptUrl} copy={words.copyLink} copied={words.copied}>
			{words.linkHint} {sent.email && !form.no_mail ? interpolate(words.mailed, { email: sent.email }) : null}
		</CopyField>
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
