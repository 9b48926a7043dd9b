import { Suspense, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { needsSecondFactor } from '#web/lib/auth/assurance-level.ts'
import { useAuth, useAuthCallback } from '#web/lib/auth/auth-context.tsx'
import { safeRedirect, storedRedirect, storeRedirect } from '#web/lib/auth/auth-redirect.ts'
import { useClearCallbackParams } from '#web/lib/auth/use-clear-callback-params.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { noteFirstAccount, useConfig } from '#web/lib/client/config.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'
import { CallbackError } from '#web/ui/auth/callback-error.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { FullScreenLoading, PageSpinner } from '#web/ui/spinner.tsx'
import { type AuthMode, isSignupOpen, modeTitles, parseMode, type SentEmail, useAuthDraft } from './auth-draft.ts'
import { AuthLayout } from './auth-layout.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { useSetupToken } from './setup/use-setup-token.ts'

// Less common screens; each loads when it is first shown.
const EmailSent = lazyComponent(async () => (await import('./screens/email-sent.tsx')).EmailSent)
const RequestEmail = lazyComponent(async () => (await import('./screens/request-email.tsx')).RequestEmail)
const NewPassword = lazyComponent(async () => (await import('./screens/new-password.tsx')).NewPassword)
const PhoneSignIn = lazyComponent(async () => (await import('./screens/phone-sign-in.tsx')).PhoneSignIn)
const SecondFactor = lazyComponent(async () => (await import('./screens/second-factor.tsx')).SecondFactor)
const SignInWithoutEmail = lazyComponent(
	async () => (await import('./screens/sign-in-without-email.tsx')).SignInWithoutEmail,
)
const SignUp = lazyComponent(async () => (await import('./screens/sign-up.tsx')).SignUp)
const ClaimServer = lazyComponent(async () => (await import('./setup/claim-server.tsx')).ClaimServer)
const FirstAccount = lazyComponent(async () => (await import('./setup/first-account.tsx')).FirstAccount)
const SsoSignIn = lazyComponent(async () => (await import('./screens/sso-sign-in.tsx')).SsoSignIn)

const wrongBrowserText = 'This link was asked for in another browser. Open it there, or start again from here.'

/** /auth: all sign-in and sign-up screens. Input is kept across screens, errors and a reload. */
export function Page() {
	const { session, loading } = useAuth()
	const { error, clearError, isRecovering } = useAuthCallback()
	const [params, setParams] = useSearchParams()
	const [draft, change] = useAuthDraft()
	const [sent, setSent] = useSessionStorage<SentEmail | null>('plaudit-auth-sent', null)
	const [strayCode, setStrayCode] = useState(() => params.has('code'))
	const config = useConfig()
	const [setup, forgetSetup] = useSetupToken()
	const isMakingAccount = useRef(false)
	const fresh = session ? undefined : config?.fresh
	const isFirst = Boolean(setup || fresh)
	const mode = isRecovering ? 'new-password' : parseMode(params.get('mode') ?? (isFirst ? 'sign-up' : null), config)
	const isSecondFactorDue = needsSecondFactor(session)
	const isWaiting = sent !== null && !session
	const screen = isSecondFactorDue ? 'second-factor' : isWaiting ? 'sent' : mode
	const shown = useRef(screen)
	shown.current = screen
	usePageTitle(isSecondFactorDue ? 'Second factor' : isWaiting ? 'Look in your mail' : modeTitles[mode])
	const isDone = session !== null && !isSecondFactorDue && mode !== 'new-password'
	useClearCallbackParams(!loading && !isDone)
	useEffect(() => {
		if (!session) return
		setSent(null)
		noteFirstAccount()
	}, [session, setSent])
	const redirectTarget = useRedirectTarget(params.get('redirect'), isDone)

	if (loading) return <FullScreenLoading />
	if (isDone && setup)
		return (
			<Suspense fallback={<FullScreenLoading />}>
				<ClaimServer token={setup} isNew={isMakingAccount.current} onDone={forgetSetup} />
			</Suspense>
		)
	if (isDone) return <RedirectAfterSignIn to={redirectTarget} />

	const clearCallback = () => {
		clearError()
		setStrayCode(false)
	}
	const showMode = (next: AuthMode) =>
		startTransition(() => {
			clearCallback()
			setSent(null)
			setParams(
				(before) => {
					before.delete('mode')
					if (next !== 'sign-in' || isFirst) before.set('mode', next)
					return before
				},
				{ replace: true },
			)
		})
	const onSent = (mail: SentEmail) => {
		// A person who switched screens while the mail was being sent stays there.
		if (shown.current !== screen) return
		startTransition(() => {
			clearCallback()
			setSent(mail)
		})
	}
	const shared = { draft, change, showMode, onSent }
	const isFirstSignUp = fresh !== undefined && screen === 'sign-up'
	const isOperator = Boolean(setup) || fresh === 'here'
	return (
		<AuthLayout>
			{error ? (
				<div className="auth-arrival">
					<CallbackError error={error} />
				</div>
			) : null}
			{strayCode && !session && !error ? (
				<div className="auth-arrival">
					<Notice isError>
						<p>{wrongBrowserText}</p>
					</Notice>
				</div>
			) : null}
			<Suspense fallback={<PageSpinner />}>
				<ScreenFocus screen={screen} />
				{setup && !isSecondFactorDue && !isFirstSignUp ? <SetupNotice isWaiting={isWaiting} /> : null}
				{fresh && !isSignupOpen(config) ? <ClosedNotice /> : null}
				{isSecondFactorDue ? (
					<SecondFactor />
				) : isWaiting ? (
					<EmailSent sent={sent} onSent={onSent} onBack={() => showMode('sign-in')} />
				) : mode === 'new-password' && session ? (
					<NewPassword />
				) : mode === 'sign-up' ? (
					<SignUp
						{...shared}
						first={isFirstSignUp ? (isOperator ? 'operator' : 'other') : undefined}
						onSubmit={() => {
							isMakingAccount.current = true
						}}
					/>
				) : mode === 'forgotten' || mode === 'link' ? (
					<RequestEmail key={mode} purpose={mode} {...shared} />
				) : mode === 'sso' ? (
					<SsoSignIn {...shared} />
				) : mode === 'phone' ? (
					<PhoneSignIn {...shared} />
				) : config?.email !== false ? (
					<SignIn {...shared} />
				) : (
					<SignInWithoutEmail showMode={showMode} />
				)}
				{isFirstSignUp ? <FirstAccount isOperator={isOperator} /> : null}
			</Suspense>
		</AuthLayout>
	)
}

/** The effect of a setup link, above the screen that makes or opens the account. */
function SetupNotice({ isWaiting }: { isWaiting: boolean }) {
	return (
		<div className="auth-arrival">
			<Notice>
				{isWaiting
					? 'Confirm the address, then open the setup link again: it works until an account has used it.'
					: 'This is the setup link of the server: the account that you make or open here becomes its operator.'}
			</Notice>
		</div>
	)
}

/** A server without an account whose sign-up is closed, too: only its command line makes the first one. */
function ClosedNotice() {
	return (
		<div className="auth-arrival">
			<Notice>
				This server is new: nobody has an account here yet, and sign-up is not open. On the server, plaudit user create
				makes the first account.
			</Notice>
		</div>
	)
}

let shownScreen: string | undefined

/**
 * Moves focus when the screen changes, as a page load would: to a code field, else to the heading. Rendered inside
 * the screen's boundary, so it runs once the screen has loaded.
 */
function ScreenFocus({ screen }: { screen: string }) {
	// Before paint: no one may type into a field that then loses the focus.
	useLayoutEffect(() => {
		const before = shownScreen
		shownScreen = screen
		if (before === undefined || before === screen) return
		const main = document.getElementById('main')
		const wanted =
			main?.querySelector<HTMLElement>('input[autocomplete="one-time-code"]') ?? main?.querySelector<HTMLElement>('h1')
		wanted?.focus({ preventScroll: true })
	}, [screen])
	return null
}

/** The redirect target of `?redirect=`; stored for the way through a provider, whose callback does not carry it. */
function useRedirectTarget(redirect: string | null, isDone: boolean): string | null {
	const [kept] = useState(() => storedRedirect())
	useEffect(() => {
		if (isDone) storeRedirect(null)
		else if (redirect) storeRedirect(redirect)
	}, [redirect, isDone])
	return redirect ?? kept
}

/** The path requested before sign-in; pages rendered by the server need a full page load. */
function RedirectAfterSignIn({ to }: { to: string | null }) {
	const path = safeRedirect(to, window.location.origin)
	const inApp = path.startsWith('/dashboard')
	useEffect(() => {
		if (!inApp) window.location.replace(path)
	}, [inApp, path])
	return inApp ? <Navigate to={path} replace /> : <FullScreenLoading />
}
