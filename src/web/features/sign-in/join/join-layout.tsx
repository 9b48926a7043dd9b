import type { ReactNode } from 'react'
import { ThemeButton } from '#web/ui/theme-button.tsx'
import { Wordmark } from '#web/ui/wordmark/wordmark.tsx'
import './join-layout.css'

/** The question on Plaudit's green, and the answers beside it; below each other on a phone. */
export function JoinLayout({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) {
	return (
		<main className="join" id="main">
			<header className="join-ask">
				<div className="join-top">
					<a href="/" aria-label="Plaudit, to the front page">
						<Wordmark />
					</a>
					<ThemeButton />
				</div>
				<h1 tabIndex={-1}>{title}</h1>
				{lead ? <p className="join-lead">{lead}</p> : null}
			</header>
			<div className="join-answer">{children}</div>
		</main>
	)
}
