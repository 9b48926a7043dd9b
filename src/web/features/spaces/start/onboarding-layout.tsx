import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useAuth } from '#web/lib/auth/auth-context.tsx'
import { useOptionalSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Wordmark } from '#web/ui/wordmark/wordmark.tsx'
import './onboarding-layout.css'

/** The layout of the first steps: wordmark and a link onwards, or a way out for the wrong account. */
export function OnboardingLayout({ children }: { children: ReactNode }) {
	const space = useOptionalSpace()
	const { signOut } = useAuth()
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
					<Link className={buttonClass({ variant: 'quiet' })} to="/dashboard/overview">
						Go to the overview
						<ChevronRight size={16} aria-hidden="true" />
					</Link>
				) : (
					<Button variant="quiet" onClick={() => void signOut().catch(() => {})}>
						Sign out
					</Button>
				)}
			</header>
			<main className="start" id="main" tabIndex={-1}>
				{children}
			</main>
		</>
	)
}
