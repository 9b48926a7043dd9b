import { renderToStaticMarkup } from 'react-dom/server'
import type { LandingProps, RenderedPage } from '#shared/page-props.ts'
import { StarSymbol } from '#web/public/page-shell/stars.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { ClosingSection, CommandsSection, FeaturesSection, LandingFooter, StartLink } from './landing-sections.tsx'
import { Proofs } from './proofs.tsx'
import { SampleWall } from './sample-wall.tsx'

/** The landing page: static, with every figure measured from the build. */
export function renderLanding(props: LandingProps): RenderedPage {
	return {
		lang: 'en',
		dir: 'ltr',
		title: 'Plaudit: praise, word for word',
		description:
			'Plaudit asks your customers for a few words, keeps them exactly as written and sets them on your site. It runs on your own machine with one command.',
		paintedUpTo: 'proofs',
		body: renderToStaticMarkup(<Landing {...props} />),
	}
}

function Landing({ embedScriptBytes, isOpen }: LandingProps) {
	return (
		<>
			<StarSymbol />
			<a className="skip" href="#main">
				Go to the page
			</a>
			<div className="page">
				<header className="mast">
					<Wordmark />
					<nav aria-label="Site">
						<a className="wide" href="#proofs">
							Proofs
						</a>
						<a className="wide" href="#commands">
							Install
						</a>
						<a className="wide" href="#contents">
							Features
						</a>
						<a className="sign-in-link" href="/auth">
							Sign in
						</a>
					</nav>
				</header>
				<main id="main">
					<Hero isOpen={isOpen} />
					<SampleWall />
					<Proofs embedScriptBytes={embedScriptBytes} />
					<CommandsSection />
					<FeaturesSection />
					<ClosingSection isOpen={isOpen} />
				</main>
				<LandingFooter />
			</div>
		</>
	)
}

function Hero({ isOpen }: Pick<LandingProps, 'isOpen'>) {
	return (
		<section className="hero">
			<h1>
				<span className="hang" aria-hidden="true">
					“
				</span>
				<span>Praise,</span>{' '}
				<span>
					<em className="let">word for word</em>.
					<i className="shut" aria-hidden="true">
						”
					</i>
				</span>
			</h1>
			<p className="stet">
				<i lang="la">stet</i>{' '}
				<span>
					The proof-reader’s mark for words that must stay as they are. Dots beneath, and a note in the margin: let it
					stand.
				</span>
			</p>
			<div className="say">
				<p className="lead">
					Plaudit asks your customers for a few words, keeps them exactly as they were written, and sets them on your
					site. It runs on your own machine and starts with one command.
				</p>
				<div className="row">
					<StartLink isOpen={isOpen} />
					<a className="btn" href="#proofs">
						See proofs
					</a>
				</div>
			</div>
		</section>
	)
}
