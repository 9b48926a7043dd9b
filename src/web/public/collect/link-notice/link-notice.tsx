import type { ReactNode } from 'react'
import { dateLocale } from '#shared/date-locale.ts'
import type { FormLinkState } from '#shared/page-props.ts'
import type { VerificationMessages } from '#web/i18n/en/verification.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { verificationMessagesFor } from '#web/i18n/verification-messages.ts'
import { wallMessagesFor } from '#web/i18n/wall-messages.ts'
import { FilledText } from '#web/public/page-shell/filled-text.tsx'
import { alert, clock, Icon, mail, tick } from '#web/public/page-shell/icons.tsx'

type Props = { linkState: FormLinkState; space: string; slug: string; lang: string }

/**
 * Says why a form came by a link, or why the link proves nothing, and carries its proofs as fields of the form `tell`. It is
 * static: the form needs no script for it.
 */
export function LinkNotice({ linkState, space, slug, lang }: Props) {
	const words = verificationMessagesFor(lang)
	const marks = wallMessagesFor(lang)
	return (
		<>
			<InvitationLine
				words={words}
				invitation={linkState.invitation}
				space={space}
				slug={slug}
				mark={interpolate(marks.basis_invited, { name: space })}
			/>
			<OrderLine words={words} order={linkState.order} mark={marks.basis_order} />
			{Object.entries(linkState.proofs).map(([name, value]) => (
				<input key={name} type="hidden" form="tell" name={name} value={value} />
			))}
		</>
	)
}

function InvitationLine(props: {
	words: VerificationMessages
	invitation: FormLinkState['invitation']
	space: string
	slug: string
	mark: string
}) {
	const { words, invitation, space, slug, mark } = props
	if (!invitation) return null
	const { state, name, ended_at } = invitation
	if (state !== 'usable')
		return (
			<Notice icon={state === 'expired' ? clock : state === 'used' ? tick : alert}>
				{interpolate(endings(words)[state], { mark, date: ended_at ? longDate(ended_at, words.lang) : '' })}
			</Notice>
		)
	return (
		<Notice icon={mail}>
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
		</Notice>
	)
}

function OrderLine(props: { words: VerificationMessages; order: FormLinkState['order']; mark: string }) {
	const { words, order, mark } = props
	if (!order) return null
	if (order.state !== 'signed')
		return (
			<Notice icon={order.state === 'used' ? tick : alert}>
				{interpolate(order.state === 'used' ? words.orderUsed : words.orderForged, { mark })}
			</Notice>
		)
	return (
		<Notice icon={tick}>
			<b>
				<FilledText text={words.orderSigned} values={{ reference: order.reference ?? '' }} />
			</b>
			<br />
			{interpolate(words.orderSignedText, { mark })}
		</Notice>
	)
}

const endings = (words: VerificationMessages) => ({
	used: words.invitationUsed,
	expired: words.invitationExpired,
	declined: words.invitationDeclined,
	unknown: words.invitationUnknown,
})

function Notice({ icon, children }: { icon: string; children: ReactNode }) {
	return (
		<p className="link-notice">
			<Icon drawing={icon} />
			<span>{children}</span>
		</p>
	)
}

function longDate(iso: string, lang: string): string {
	const format = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'long', timeZone: 'UTC' })
	return format.format(new Date(iso))
}
