import { Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTheme } from '#web/lib/theme.ts'
import { Button } from '#web/ui/button.tsx'
import { Wordmark } from '#web/ui/marks.tsx'
import './auth.css'

/** The frame of every screen before sign-in: wordmark, theme, one column, a quiet foot. */
export function AuthFrame({ children }: { children: ReactNode }) {
	const { dark, choose } = useTheme()
	return (
		<div className="auth">
			<header className="auth-top">
				<a href="/" aria-label="Plaudit, to the front page">
					<Wordmark />
				</a>
				<Button
					variant="quiet"
					icon
					aria-label={dark ? 'Switch to light' : 'Switch to dark'}
					onClick={() => choose(dark ? 'light' : 'dark')}
				>
					{dark ? <Sun size={16} aria-hidden="true" /> : <Moon size={16} aria-hidden="true" />}
				</Button>
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
