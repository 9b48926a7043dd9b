import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { safeRedirect } from '#web/lib/auth-redirect.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { supabase } from '#web/lib/supabase.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { confirmKinds, kindOf } from './confirm-kinds.ts'

/** /auth/confirm: mails link here. Only pressing the button spends the link; a scanner's visit does not. */
export function Page() {
	const [params] = useSearchParams()
	const navigate = useNavigate()
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState<unknown>(null)
	const [half, setHalf] = useState(false)
	const hash = params.get('token_hash')
	const type = kindOf(params.get('type'))
	const { title, lead, action, next } = confirmKinds[type]
	usePageTitle(title)

	const confirm = async () => {
		if (!hash) return
		setBusy(true)
		setError(null)
		const client = await supabase
		const answer = await client.auth.verifyOtp({ token_hash: hash, type })
		setBusy(false)
		if (answer.error) return setError(answer.error)
		// An address change is confirmed from both addresses; the first half brings no session.
		if (!answer.data.session) return setHalf(true)
		const wanted = params.get('redirect_to')
		navigate(next ?? safeRedirect(wanted && samePath(wanted), window.location.origin), {
			replace: true,
		})
	}
	return (
		<AuthFrame>
			<section>
				<h1 tabIndex={-1}>{half ? 'One more to go' : title}</h1>
				{!hash ? (
					<Notice bad>
						This link is not complete. Open it from the mail again, or copy it whole.
					</Notice>
				) : half ? (
					<p className="auth-lead">
						Thank you. Now open the link in the mail to your other address.
					</p>
				) : (
					<p className="auth-lead">{lead}</p>
				)}
				{error ? <Notice bad>{sayAuthError(error)}</Notice> : null}
				{hash && !half && !error ? (
					<Button variant="primary" size="tall" wide busy={busy} onClick={confirm}>
						{action}
					</Button>
				) : (
					<Link className={buttonClass({ wide: true, size: 'tall' })} to="/auth">
						Go to sign in
					</Link>
				)}
			</section>
		</AuthFrame>
	)
}

/** The path of an absolute address of this very site; other addresses stay as they are and are refused later. */
function samePath(wanted: string): string {
	const { origin } = window.location
	return wanted.startsWith(`${origin}/`) ? wanted.slice(origin.length) : wanted
}
