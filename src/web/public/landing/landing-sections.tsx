import type { LandingProps } from '#shared/page-props.ts'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'

/** The command that starts it, and the one that takes everything out again. */
export function CommandsSection() {
	return (
		<section className="two-cmd" id="commands">
			<h2>It runs on your own machine</h2>
			<div className="cmds">
				<div>
					<code>npm start</code>
					<p className="quiet">
						A real PostgreSQL and disk storage come with it. No mail server, no cloud, no domain needed to begin.
					</p>
				</div>
				<div>
					<code>npm run -s plaudit -- export</code>
					<p className="quiet">A space in one file, media and consents included, whenever you like.</p>
				</div>
			</div>
		</section>
	)
}

/** The link to a first form; where sign-up is restricted it says that an account is needed. */
export function StartLink({ isOpen }: Pick<LandingProps, 'isOpen'>) {
	return (
		<a className="btn first" href={isOpen ? '/auth?mode=sign-up' : '/auth'}>
			{isOpen ? 'Make your form' : 'Sign in to make a form'}
		</a>
	)
}

export function ClosingSection({ isOpen }: Pick<LandingProps, 'isOpen'>) {
	return (
		<section className="close">
			<h2>Someone is already saying it. Write it down.</h2>
			<div className="row">
				<StartLink isOpen={isOpen} />
				<a className="btn plain" href="#commands">
					Run it yourself
				</a>
			</div>
		</section>
	)
}

/** The theme switch is hidden until its script has loaded. */
export function LandingFooter() {
	return (
		<footer>
			<Wordmark />
			<p className="colophon">
				This page is set in the serif and the sans that came with your device, so it loads no font. It sets no cookie
				and calls nobody.
			</p>
			<div>
				<ul>
					<li>
						<a href="/.well-known/security.txt">Report a weakness</a>
					</li>
					<li>
						<a className="sign-in-link" href="/auth">
							Sign in
						</a>
					</li>
				</ul>
				{/* biome-ignore lint/a11y/useSemanticElements: three toggles, not fields of a form */}
				<div className="themes" role="group" aria-label="Theme of this page" hidden>
					{['auto', 'light', 'dark'].map((theme) => (
						<button key={theme} type="button" value={theme} aria-pressed={theme === 'auto'}>
							{theme[0]?.toUpperCase()}
							{theme.slice(1)}
						</button>
					))}
				</div>
			</div>
		</footer>
	)
}
