import { renderToStaticMarkup } from 'react-dom/server'
import type { LandingProps, RenderedPage } from '#shared/page-props.ts'
import { StarSymbol } from '#web/public/page-shell/stars.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { ClosingSection, CommandsSection, LandingFooter, StartLink } from './landing-sections.tsx'
import { Pictures } from './pictures.tsx'
import { Road } from './road.tsx'
import { SampleWall } from './sample-wall.tsx'

/** The landing page: static, with every figure measured from the build. */
export function renderLanding(props: LandingProps): RenderedPage {
	return {
		lang: 'en',
		dir: 'ltr',
		title: 'Plaudit: praise, word for word',
		description:
			'Plaudit asks your customers for a few words, a photo, a video or their voice, keeps them exactly as they were, proves where they came from, and sets them on your site. It runs on your own machine.',
		paintedUpTo: 'road',
		body: renderToStaticMarkup(<Landing {...props} />),
	}
}

function Landing({ embedScriptBytes, isOpen, pictures }: LandingProps) {
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
						<a className="wide" href="#road">
							How it goes
						</a>
						<a className="wide" href="#samples">
							Samples
						</a>
						<a className="wide" href="#commands">
							Install
						</a>
						<a className="sign-in-link" href="/auth">
							Sign in
						</a>
					</nav>
				</header>
				<main id="main">
					<Hero isOpen={isOpen} />
					<Pictures url={(name) => pictures[name] ?? ''} />
					<Road embedScriptBytes={embedScriptBytes} />
					<SampleWall />
					<CommandsSection />
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
			<div className="say">
				<p className="lead">
					Plaudit asks your customers for a few words, a photo, a video or their voice. It keeps them exactly as they
					were, proves where they came from, and sets them on your site.
				</p>
				<div className="row">
					<StartLink isOpen={isOpen} />
					<a className="btn" href="#road">
						See how it goes
					</a>
				</div>
			</div>
		</section>
	)
}
