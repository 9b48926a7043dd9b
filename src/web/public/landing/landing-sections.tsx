import type { LandingProps } from '#shared/page-props.ts'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'

const features = [
	['Ask', 'Text and photos on one page, with no account. It works as a plain form when scripts are off.'],
	['Keep', 'A draft survives a reload. Pressing Send twice sends once.'],
	['Read', 'A live inbox with keys for everything: J and K to move, A to approve, Z to undo.'],
	['Show', 'Walls in your colours, on a page of their own or inside yours.'],
	['Prove', 'A testimonial says how it was verified. Only the server can say so.'],
	['Answer', 'Each person keeps a private page to edit, withdraw or erase what they said.'],
] as const

/** The two commands for installation. */
export function CommandsSection() {
	return (
		<section className="two-cmd" id="commands">
			<h2>Two commands to know</h2>
			<div className="cmds">
				<div>
					<code>npm start</code>
					<p className="quiet">
						Everything needed to run it: installs, builds, starts the database, prints the address.
					</p>
				</div>
				<div>
					<code>npm test</code>
					<p className="quiet">
						Everything needed to trust it: types, rules, browser tests. The exit code is the verdict.
					</p>
				</div>
			</div>
		</section>
	)
}

/** The features, as a table of contents. */
export function FeaturesSection() {
	return (
		<section className="toc" id="contents">
			<h2>Contents</h2>
			<dl>
				{features.map(([name, text]) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{text}</dd>
					</div>
				))}
			</dl>
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
