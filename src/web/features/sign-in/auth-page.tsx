import { Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { owesSecondFactor } from '#web/lib/assurance.ts'
import { useAuth, useAuthArrival } from '#web/lib/auth-context.tsx'
import { sayAuthError } from '#web/lib/auth-errors.ts'
import { safeRedirect } from '#web/lib/auth-redirect.ts'
import { readKept, useKept, writeKept } from '#web/lib/kept.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useConfig } from '#web/lib/use-config.ts'
import { useForgetCallback } from '#web/lib/use-forget-callback.ts'
import { Notice } from '#web/ui/notice.tsx'
import { FullScreenLoading, PageSpinner } from '#web/ui/spinner.tsx'
import { type AuthMode, modeOf, modeTitles, type Sent, useAuthDraft } from './auth-draft.ts'
import * as faces from './auth-faces.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { FaceFocus } from './face-focus.tsx'
import { SignIn } from './sign-in.tsx'

const wantedKey = 'plaudit-auth-wanted'
const elsewhere =
	'This link was asked for in another browser. Open it there, or start again from here.'

/** /auth: every way in. What was typed is kept between the ways, after errors and through a reload. */
export function Page() {
	const { session, loading } = useAuth()
	const { error, clearError, recovering } = useAuthArrival()
	const [params, setParams] = useSearchParams()
	const [draft, change] = useAuthDraft()
	const [sent, setSent] = useKept<Sent | null>('plaudit-auth-sent', null)
	const [strayCode, setStrayCode] = useState(() => params.has('code'))
	const config = useConfig()
	const mode = recovering ? 'new-password' : modeOf(params.get('mode'), config)
	const owes = owesSecondFactor(session)
	const isWaiting = sent !== null && !session
	const face = owes ? 'second-factor' : isWaiting ? 'sent' : mode
	const shown = useRef(face)
	shown.current = face
	usePageTitle(owes ? 'Second factor' : isWaiting ? 'Look in your mail' : modeTitles[mode])
	const isDone = session !== null && !owes && mode !== 'new-password'
	useForgetCallback(!loading && !isDone)
	useEffect(() => {
		if (session) setSent(null)
	}, [session, setSent])
	const wanted = useWanted(params.get('redirect'), isDone)

	if (loading) return <FullScreenLoading />
	if (isDone) return <GoOn to={wanted} />

	const forgetArrival = () => {
		clearError()
		setStrayCode(false)
	}
	const turnTo = (next: AuthMode) =>
		startTransition(() => {
			forgetArrival()
			setSent(null)
			setParams(
				(before) => {
					before.delete('mode')
					if (next !== 'sign-in') before.set('mode', next)
					return before
				},
				{ replace: true },
			)
		})
	const onSent = (mail: Sent) => {
		// Whoever went another way while the mail was asked for stays there.
		if (shown.current !== face) return
		startTransition(() => {
			forgetArrival()
			setSent(mail)
		})
	}
	const shared = { draft, change, turnTo, onSent }
	return (
		<AuthFrame>
			{error ? <ArrivalError words={sayAuthError(error)} /> : null}
			{strayCode && !session && !error ? <ArrivalError words={elsewhere} /> : null}
			<Suspense fallback={<PageSpinner />}>
				<FaceFocus face={face} />
				{owes ? (
					<faces.SecondFactor />
				) : isWaiting ? (
					<faces.LinkSent sent={sent} onSent={onSent} onBack={() => turnTo('sign-in')} />
				) : mode === 'new-password' && session ? (
					<faces.NewPassword />
				) : mode === 'sign-up' ? (
					<faces.SignUp {...shared} />
				) : mode === 'forgotten' || mode === 'link' ? (
					<faces.MailRequest key={mode} purpose={mode} {...shared} />
				) : mode === 'sso' ? (
					<faces.SsoRequest {...shared} />
				) : mode === 'phone' ? (
					<faces.PhoneSignIn {...shared} />
				) : config?.email !== false ? (
					<SignIn {...shared} />
				) : (
					<faces.SignInWithoutAddress turnTo={turnTo} />
				)}
			</Suspense>
		</AuthFrame>
	)
}

/** What the address asks for after sign-in; it outlives the visit to a provider, whose way back says nothing of it. */
function useWanted(redirect: string | null, isDone: boolean): string | null {
	const [kept] = useState(() => readKept<string>(wantedKey))
	useEffect(() => {
		if (isDone) writeKept(wantedKey, null)
		else if (redirect) writeKept(wantedKey, redirect)
	}, [redirect, isDone])
	return redirect ?? kept
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
