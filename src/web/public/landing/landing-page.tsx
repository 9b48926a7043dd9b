import { renderToStaticMarkup } from 'react-dom/server'
import type { LandingProps, RenderedPage } from '#shared/page-props.ts'
import { StarSymbol } from '#web/public/page-shell/stars.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { ClosingSection, CommandsSection, LandingFooter, StartLink } from './landing-sections.tsx'
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

/** The picture's URL by its name below `pictures/`. */
type PictureUrl = (name: string) => string

const dark = '(prefers-color-scheme: dark)'
const phone = '(max-width: 699px)'

/** The inbox and the form, as they are: taken by tools/landing-pictures.ts. Both are below the first screen of a phone. */
function Pictures({ url }: { url: PictureUrl }) {
	return (
		<figure className="pics">
			<picture className="desk">
				<source media={`${phone} and ${dark}`} srcSet={url('inbox-phone-dark.webp')} width="860" height="800" />
				<source media={phone} srcSet={url('inbox-phone-light.webp')} width="860" height="800" />
				<source media={dark} srcSet={url('inbox-dark.webp')} />
				<img
					src={url('inbox-light.webp')}
					width="1920"
					height="1200"
					loading="lazy"
					alt="The inbox: testimonials wait in a list, and one is open with its words, its consent and what was verified"
				/>
			</picture>
			<picture className="hand">
				<source media={dark} srcSet={url('form-dark.webp')} />
				<img
					src={url('form-light.webp')}
					width="540"
					height="1050"
					loading="lazy"
					alt="The form on a phone: five stars, then text, photo, video or audio"
				/>
			</picture>
			<figcaption>The inbox, and the form on a phone. Both pictures are taken from the running product.</figcaption>
		</figure>
	)
}
