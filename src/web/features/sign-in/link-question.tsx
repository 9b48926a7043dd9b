import type { LinkQuestion as Question } from '#web/lib/auth/fragment-session.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { FullScreenLoading } from '#web/ui/spinner.tsx'
import { AuthLayout, AuthScreen } from './auth-layout.tsx'

/** The screen of a link that carries a session: it asks before it signs in, and says when another session stays. */
export function LinkQuestion({
	question,
	signedIn,
	loading,
}: {
	question: Question
	/** The address of the session that stays; undefined when it has ended. */
	signedIn: string | undefined
	loading: boolean
}) {
	if (question.kind === 'kept' && loading) return <FullScreenLoading />
	return (
		<AuthLayout>{question.kind === 'ask' ? <Ask {...question} /> : <Kept {...question} name={signedIn} />}</AuthLayout>
	)
}

function Ask({ account, accept, refuse }: Extract<Question, { kind: 'ask' }>) {
	usePageTitle('Sign in by link')
	return (
		<AuthScreen
			title={account ? `Continue as ${account}?` : 'Continue with this account?'}
			lead="The link that you opened signs you in. If it came from somebody else, do not continue: what you write would go to their account."
		>
			<Button variant="primary" size="tall" wide onClick={accept}>
				Continue
			</Button>
			<Button size="tall" wide onClick={refuse}>
				Do not sign in
			</Button>
		</AuthScreen>
	)
}

function Kept({ account, close, name }: Extract<Question, { kind: 'kept' }> & { name: string | undefined }) {
	usePageTitle('Nothing has changed')
	return (
		<AuthScreen
			title="Nothing has changed"
			lead={
				<>
					The link that you opened is for <AccountName name={account} />.{' '}
					{name ? (
						<>
							You are still signed in as <AccountName name={name} />. To use the link, sign out first, then open it
							again.
						</>
					) : (
						'Your own session has ended meanwhile. Open the link again to use it.'
					)}
				</>
			}
		>
			<Button variant="primary" size="tall" wide onClick={close}>
				{name ? 'Stay signed in' : 'Go to sign in'}
			</Button>
		</AuthScreen>
	)
}

function AccountName({ name }: { name: string | undefined }) {
	return name ? (
		<strong>
			<bdi>{name}</bdi>
		</strong>
	) : (
		'another account'
	)
}
