import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { pathOnOrigin, safeRedirect } from '#web/lib/auth/auth-redirect.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { AuthLayout, AuthScreen } from './auth-layout.tsx'

/**
 * /auth/confirm: the target of links in mails. Only the button redeems the link, so a mail scanner's request does
 * not.
 */
export function Page() {
	const [params] = useSearchParams()
	const navigate = useNavigate()
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState<unknown>(null)
	const [isHalfConfirmed, setHalfConfirmed] = useState(false)
	const hash = params.get('token_hash')
	const type = parseConfirmType(params.get('type'))
	const { title, lead, action, next }: ConfirmText = confirmTexts[type]
	usePageTitle(title)

	const confirm = async () => {
		if (!hash) return
		setBusy(true)
		setError(null)
		const client = await supabase
		const answer = await client.auth.verifyOtp({ token_hash: hash, type })
		setBusy(false)
		if (answer.error) return setError(answer.error)
		// A change of address is confirmed from both addresses; the first confirmation returns no session.
		if (!answer.data.session) return setHalfConfirmed(true)
		const redirectTo = params.get('redirect_to')
		const { origin } = window.location
		navigate(next ?? safeRedirect(redirectTo && pathOnOrigin(redirectTo, origin), origin), { replace: true })
	}
	return (
		<AuthLayout>
			<AuthScreen
				title={isHalfConfirmed ? 'One more to go' : title}
				lead={isHalfConfirmed ? 'Thank you. Now open the link in the mail to your other address.' : hash && lead}
			>
				{!hash ? (
					<Notice isError>This link is not complete. Open it from the mail again, or copy it whole.</Notice>
				) : null}
				{error ? <Notice isError>{authErrorMessage(error)}</Notice> : null}
				{hash && !isHalfConfirmed && !error ? (
					<Button variant="primary" size="tall" wide busy={busy} onClick={confirm}>
						{action}
					</Button>
				) : (
					<Link className={buttonClass({ wide: true, size: 'tall' })} to="/auth">
						Go to sign in
					</Link>
				)}
			</AuthScreen>
		</AuthLayout>
	)
}

type ConfirmText = {
	title: string
	lead: string
	action: string
	/** Target after confirmation, instead of the one in the link. */
	next?: string
}

/** The texts of each type of `/auth/confirm?type=`. */
const confirmTexts = {
	signup: {
		title: 'Confirm your address',
		lead: 'One press, and your account is ready.',
		action: 'Confirm and sign in',
	},
	invite: {
		title: 'You are invited',
		lead: 'Accept, then choose a password.',
		action: 'Accept the invitation',
		next: '/auth?mode=new-password',
	},
	magiclink: {
		title: 'Sign in',
		lead: 'You asked for a link that signs you in. It works once.',
		action: 'Sign in on this device',
	},
	recovery: {
		title: 'Choose a new password',
		lead: 'You asked for this because your password was forgotten.',
		action: 'Go on to the new password',
		next: '/auth?mode=new-password',
	},
	email_change: {
		title: 'Confirm your new address',
		lead: 'From now on your account will use it.',
		action: 'Confirm the address',
		next: '/dashboard/account',
	},
	email: {
		title: 'Sign in',
		lead: 'One press, and you are in.',
		action: 'Sign in on this device',
	},
} satisfies Record<string, ConfirmText>

type ConfirmType = keyof typeof confirmTexts

/** Parses `type=`; an unknown one is handled as a plain e-mail link, which the server verifies. */
function parseConfirmType(type: string | null): ConfirmType {
	return type !== null && Object.hasOwn(confirmTexts, type) ? (type as ConfirmType) : 'email'
}
