import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { authErrorMessage } from '#web/lib/auth/auth-errors.ts'
import { pathOnOrigin, safeRedirect } from '#web/lib/auth/auth-redirect.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { config } from '#web/lib/client/config.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { AuthLayout, AuthScreen } from './auth-layout.tsx'

/**
 * /auth/confirm: the target of links in mails. Only the button redeems the link, so a mail scanner's request does
 * not. It names the account of the link, and who is signed in, because the link of a stranger could lead here.
 */
export function Page() {
	const [params] = useSearchParams()
	const navigate = useNavigate()
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState<unknown>(null)
	const [isHalfConfirmed, setHalfConfirmed] = useState(false)
	const hash = params.get('token_hash')
	const type = parseConfirmType(params.get('type'))
	const { user, loading } = useAuth()
	const { account, isPending } = useLinkAccount(hash, type)
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
					loading || isPending ? (
						<PageSpinner />
					) : (
						<Choice account={account} signedIn={user} action={action} busy={busy} onConfirm={confirm} />
					)
				) : (
					<Link className={buttonClass({ wide: true, size: 'tall' })} to="/auth">
						Go to sign in
					</Link>
				)}
			</AuthScreen>
		</AuthLayout>
	)
}

/** The button that redeems the link. Where another account is signed in, staying is the first choice. */
function Choice({
	account,
	signedIn,
	action,
	busy,
	onConfirm,
}: {
	account: LinkAccount | 'spent' | undefined
	signedIn: { id: string; email?: string; phone?: string } | null
	action: string
	busy: boolean
	onConfirm: () => void
}) {
	const known = account === 'spent' ? undefined : account
	const name = known?.email ?? 'another account'
	if (!signedIn || account === 'spent' || signedIn.id === known?.id)
		return (
			<>
				{known ? (
					<p className="auth-account">
						<bdi>{name}</bdi>
					</p>
				) : null}
				<Button variant="primary" size="tall" wide busy={busy} onClick={onConfirm}>
					{action}
				</Button>
			</>
		)
	return (
		<>
			<Notice>
				You are signed in as <bdi>{signedIn.email || signedIn.phone || 'another account'}</bdi>. This link signs you out
				of that account, in all tabs, and in as <bdi>{name}</bdi>.
			</Notice>
			<Link className={buttonClass({ variant: 'primary', wide: true, size: 'tall' })} to="/dashboard">
				Stay signed in
			</Link>
			<Button size="tall" wide busy={busy} onClick={onConfirm}>
				Switch to the account of the link
			</Button>
		</>
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

/** The account that a mailed link signs in, and the address that the link was sent to. */
type LinkAccount = { id: string; email: string }

/** Asks whose link this is: `spent` for one that signs no one in, undefined when the server does not answer. */
function useLinkAccount(
	token: string | null,
	type: string,
): { account: LinkAccount | 'spent' | undefined; isPending: boolean } {
	const { data, isPending } = useQuery({
		queryKey: queryKeys.linkAccount(token ?? '', type),
		queryFn: async () => {
			const { url } = await config
			const query = new URLSearchParams({ token_hash: token ?? '', type })
			const answer = await fetch(`${url}/auth/v1/verify/account?${query}`)
			if (answer.status === 403) return 'spent'
			return answer.ok ? ((await answer.json()) as LinkAccount) : null
		},
		enabled: token !== null,
		networkMode: 'always',
		retry: false,
		staleTime: Number.POSITIVE_INFINITY,
	})
	return { account: data ?? undefined, isPending: token !== null && isPending }
}
