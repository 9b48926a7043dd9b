import type { ReactNode } from 'react'
import { TextButton } from '#web/ui/button.tsx'
import { ThemeButton } from '#web/ui/theme-button.tsx'
import { Wordmark } from '#web/ui/wordmark/wordmark.tsx'
import type { AuthScreenProps } from './auth-draft.ts'
import './auth-layout.css'

/** The layout of every screen before sign-in: wordmark, theme, one column, footer. */
export function AuthLayout({ children }: { children: ReactNode }) {
	return (
		<div className="auth">
			<header className="auth-top">
				<a href="/" aria-label="Plaudit, to the front page">
					<Wordmark />
				</a>
				<span className="auth-acts">
					<a className="ui-small" href="/plaudit">
						What is Plaudit
					</a>
					<ThemeButton />
				</span>
			</header>
			<main className="auth-col" id="main">
				<span className="auth-drop" aria-hidden="true">
					“
				</span>
				{children}
			</main>
			<footer className="auth-foot">
				<span>This Plaudit runs at {window.location.host}</span>
				<span>No tracking. A cookie is set only on the way to another provider and back, for ten minutes.</span>
			</footer>
		</div>
	)
}

/** One screen: its heading, the sentence below it, and its content. */
export function AuthScreen({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
	return (
		<section>
			<h1 tabIndex={-1}>{title}</h1>
			{lead ? <p className="auth-lead">{lead}</p> : null}
			{children}
		</section>
	)
}

/** The last line of a screen that is one step beside sign-in. */
export function BackToSignIn({ showMode }: Pick<AuthScreenProps, 'showMode'>) {
	return (
		<p className="auth-swap">
			<TextButton onClick={() => showMode('sign-in')}>Back to sign in</TextButton>
		</p>
	)
}
