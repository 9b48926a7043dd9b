import type { ReactNode } from 'react'
import { ThemeButton } from '#web/ui/theme-button.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import './auth-layout.css'

/** The layout of every screen before sign-in: wordmark, theme, one column, footer. */
export function AuthLayout({ children }: { children: ReactNode }) {
	return (
		<div className="auth">
			<header className="auth-top">
				<a href="/" aria-label="Plaudit, to the front page">
					<Wordmark />
				</a>
				<ThemeButton />
			</header>
			<main className="auth-col" id="main">
				<span className="auth-drop" aria-hidden="true">
					“
				</span>
				{children}
			</main>
			<footer className="auth-foot">
				<span>This Plaudit runs at {window.location.host}</span>
				<span>No cookies, before or after you sign in.</span>
			</footer>
		</div>
	)
}
