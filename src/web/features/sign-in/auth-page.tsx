import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useAuth, useAuthArrival } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { safeRedirect } from '#web/lib/auth-redirect.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Notice } from '#web/ui/notice.tsx'
import { FullScreenLoading } from '#web/ui/spinner.tsx'
import { type AuthDraft, type AuthMode, emptyDraft, modeOf, modeTitles } from './auth-draft.ts'
import { AuthFrame } from './auth-frame.tsx'
import { LinkSent, type Sent } from './link-sent.tsx'
import { MailRequest } from './mail-request.tsx'
import { NewPassword } from './new-password.tsx'
import { SignIn } from './sign-in.tsx'
import { SignUp } from './sign-up.tsx'

const elsewhere =
	'This link was asked for in another browser. Open it there, or start again from here.'

/** /auth: every way in. What was typed is kept between the ways and after errors. */
export function Page() {
	const { session, loading } = useAuth()
	const { error, clearError, recovering } = useAuthArrival()
	const [params, setParams] = useSearchParams()
	const [draft, setDraft] = useState<AuthDraft>(emptyDraft)
	const [sent, setSent] = useState<Sent | null>(null)
	const [strayCode] = useState(() => params.has('code'))
	const mode = recovering ? 'new-password' : modeOf(params.get('mode'))
	usePageTitle(sent ? 'Look in your mail' : modeTitles[mode])
	useForgetCallback(loading)

	if (loading) return <FullScreenLoading />
	if (session && mode !== 'new-password') return <GoOn to={params.get('redirect')} />

	const change = (part: Partial<AuthDraft>) => setDraft((before) => ({ ...before, ...part }))
	const turnTo = (next: AuthMode) => {
		clearError()
		setSent(null)
		setParams(
			(before) => {
				before.delete('mode')
				if (next !== 'sign-in') before.set('mode', next)
				return before
			},
			{ replace: true },
		)
	}
	const shared = { draft, change, turnTo, onSent: setSent }
	return (
		<AuthFrame>
			{error && !sent ? <ArrivalError words={sayAuthError(error)} /> : null}
			{strayCode && !error && !sent ? <ArrivalError words={elsewhere} /> : null}
			{sent ? (
				<LinkSent sent={sent} onBack={() => turnTo('sign-in')} />
			) : mode === 'new-password' && session ? (
				<NewPassword />
			) : mode === 'sign-up' ? (
				<SignUp {...shared} />
			) : mode === 'forgotten' || mode === 'link' ? (
				<MailRequest key={mode} purpose={mode} {...shared} />
			) : (
				<SignIn {...shared} />
			)}
		</AuthFrame>
	)
}

/** The path that was wanted before sign-in; pages that the server draws need a real page load. */
function GoOn({ to }: { to: string | null }) {
	const path = safeRedirect(to, window.location.origin)
	const inApp = path.startsWith('/dashboard')
	useEffect(() => {
		if (!inApp) window.location.replace(path)
	}, [inApp, path])
	return inApp ? <Navigate to={path} replace /> : <FullScreenLoading />
}

function ArrivalError({ words }: { words: string }) {
	return (
		<div className="auth-arrival">
			<Notice bad>
				<p>{words}</p>
			</Notice>
		</div>
	)
}

/** Takes the rest of a callback out of the address once it was read, so that a reload does not repeat it. */
function useForgetCallback(loading: boolean) {
	const [, setParams] = useSearchParams()
	useEffect(() => {
		if (loading) return
		const url = new URL(window.location.href)
		const spent = ['code', 'error', 'error_code', 'error_description', 'sb', 'state']
		const found = spent.some((name) => url.searchParams.has(name))
		if (!found && !/(^|[#&])(error|access_token)=/.test(url.hash)) return
		setParams(
			(before) => {
				for (const name of spent) before.delete(name)
				return before
			},
			{ replace: true },
		)
	}, [loading, setParams])
}
