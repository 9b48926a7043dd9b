import { renderToStaticMarkup } from 'react-dom/server'
import type { RenderedPage, SignInPageProps } from '#shared/page-props.ts'
import type { SignInPageMessages } from '#web/i18n/en/sign-in-page.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { signInPageMessagesFor } from '#web/i18n/sign-in-page-messages.ts'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'

type Words = { words: SignInPageMessages }

/** The page at `/` for the people who run the server: one sentence, the sign-in, and a hint for customers who got lost. */
export function renderSignInPage(props: SignInPageProps): RenderedPage {
	const { words, lang, dir } = signInPageMessagesFor(props.locale)
	const about = interpolate(words.about, { host: props.host })
	return {
		lang,
		dir,
		title: props.host,
		description: about,
		paintedUpTo: 'foot',
		body: renderToStaticMarkup(
			<div className="page">
				<header className="mast">
					<Wordmark />
					<SignInLink words={words} />
				</header>
				<main>
					<div className="words">
						<h1>
							<span className="hang" aria-hidden="true">
								“
							</span>
							{words.title}
						</h1>
						<p className="about">{about}</p>
					</div>
					<SignIn words={words} props={props} />
					<p className="lost">
						<b>{words.asked}</b> {words.lost}
					</p>
				</main>
				<footer id="foot">
					<span>
						<bdi>{props.host}</bdi>
					</span>
					<a href="/plaudit">{words.whatIsPlaudit}</a>
					<a href="/.well-known/security.txt">{words.report}</a>
				</footer>
			</div>,
		),
	}
}

/** Becomes the link to the dashboard where a session is stored. */
function SignInLink({ words, className = '' }: Words & { className?: string }) {
	return (
		<a className={`sign-in-link ${className}`.trim()} href="/auth" data-dashboard={words.dashboard}>
			{words.signIn}
		</a>
	)
}

function SignIn({ words, props }: Words & { props: SignInPageProps }) {
	return (
		<div className="way">
			<SignInLink words={words} className="btn first" />
			<p className="others">
				{props.hasEmail ? (
					<>
						<a href="/auth?mode=link">{words.byLink}</a>
						<a href="/auth?mode=forgotten">{words.forgotten}</a>
					</>
				) : null}
				{props.isOpen ? <a href="/auth?mode=sign-up">{words.signUp}</a> : null}
			</p>
		</div>
	)
}
