import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOptionalSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import './onboarding-layout.css'
import { useAuth } from '#web/lib/auth/auth-context.tsx'

/** The layout of the first steps: wordmark and a link onwards. */
export function OnboardingLayout({ children }: { children: ReactNode }) {
	const space = useOptionalSpace()
	return (
		<>
			<a className="ui-skip" href="#main">
				Skip to content
			</a>
			<header className="start-top">
				<Link to="/dashboard" aria-label="Plaudit">
					<Wordmark />
				</Link>
				{space ? (
					<Link className={buttonClass({ variant: 'quiet' })} to="/dashboard/inbox">
						Go to the inbox
						<ChevronRight size={16} aria-hidden="true" />
					</Link>
				) : (
					<SignOutButton />
				)}
			</header>
			<main className="start" id="main" tabIndex={-1}>
				{children}
			</main>
		</>
	)
}

/** Signs out, for a person who signed in with the wrong account. */
function SignOutButton() {
	const { signOut } = useAuth()
	return (
		<Button variant="quiet" onClick={() => void signOut().catch(() => {})}>
			Sign out
		</Button>
	)
}
