import type { ReactNode } from 'react'
import type { CollectArrival } from '#shared/page-props.ts'
import type { VerificationMessages } from '#web/i18n/en/verification.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'
import { wallMessagesFor } from '#web/i18n/wall-messages.ts'
import { FilledText } from '#web/public/page-shell/filled-text.tsx'
import { alert, clock, Icon, mail, tick } from '#web/public/page-shell/icons.tsx'

type Props = { arrival: CollectArrival; space: string; slug: string; lang: string }

/**
 * Says why a form came by a link, or why the link proves nothing, and carries its proofs as fields of the form `tell`. It is
 * static: the form needs no script for it.
 */
export function ArrivalStrip({ arrival, space, slug, lang }: Props) {
	const words = verificationMessagesFor(lang)
	const marks = wallMessagesFor(lang)
	return (
		<>
			<InvitationLine
				words={words}
				invitation={arrival.invitation}
				space={space}
				slug={slug}
				mark={interpolate(marks.basis_invited, { name: space })}
			/>
			<OrderLine words={words} order={arrival.order} mark={marks.basis_order} />
			{Object.entries(arrival.proofs).map(([name, value]) => (
				<input key={name} type="hidden" form="tell" name={name} value={value} />
			))}
		</>
	)
}

function InvitationLine(props: {
	words: VerificationMessages
	invitation: CollectArrival['invitation']
	space: string
	slug: string
	mark: string
}) {
	const { words, invitation, space, slug, mark } = props
	if (!invitation) return null
	const { state, name, ended_at } = invitation
	if (state !== 'usable')
		return (
			<Strip icon={state === 'expired' ? clock : state === 'used' ? tick : alert}>
				{interpolate(endings(words)[state], { mark, date: ended_at ? longDate(ended_at, words.lang) : '' })}
			</Strip>
		)
	return (
		<Strip icon={mail}>
			<b>
				<FilledText text={words.askedBy} values={{ space }} />
			</b>
			{name ? (
				<>
					<br />
					<FilledText text={words.askedFor} values={{ name }} />
				</>
			) : null}
			<br />
			<a href={`/collect/${slug}`}>{words.notYou}</a>
		</Strip>
	)
}

function OrderLine(props: { words: VerificationMessages; order: CollectArrival['order']; mark: string }) {
	const { words, order, mark } = props
	if (!order) return null
	if (order.state !== 'signed')
		return (
			<Strip icon={order.state === 'used' ? tick : alert}>
				{interpolate(order.state === 'used' ? words.orderUsed : words.orderForged, { mark })}
			</Strip>
		)
	return (
		<Strip icon={tick}>
			<b>
				<FilledText text={words.orderSigned} values={{ reference: order.reference ?? '' }} />
			</b>
			<br />
			{interpolate(words.orderSignedText, { mark })}
		</Strip>
	)
}

const endings = (words: VerificationMessages) => ({
	used: words.invitationUsed,
	expired: words.invitationExpired,
	declined: words.invitationDeclined,
	unknown: words.invitationUnknown,
})

function Strip({ icon, children }: { icon: string; children: ReactNode }) {
	return (
		<p className="arrival">
			<Icon drawing={icon} />
			<span>{children}</span>
		</p>
	)
}

function longDate(iso: string, lang: string): string {
	const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'long', timeZone: 'UTC' })
	return format.format(new Date(iso))
}
