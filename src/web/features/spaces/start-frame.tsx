import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMaybeSpace } from '#web/lib/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { LeaveButton } from './leave-button.tsx'
import './onboarding.css'

/** The bare frame of the first steps: wordmark, the way on, nothing else. */
export function StartFrame({ children }: { children: ReactNode }) {
	const space = useMaybeSpace()
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
					<LeaveButton />
				)}
			</header>
			<main className="start" id="main" tabIndex={-1}>
				{children}
			</main>
		</>
	)
}
