import { renderToStaticMarkup } from 'react-dom/server'
import type { RenderedPage } from '#shared/page-props.ts'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'

/** Shown once, right after the erasure: the private link no longer works. */
export function renderErased(): RenderedPage {
	return {
		lang: 'en',
		dir: 'ltr',
		title: 'Erased. Plaudit',
		body: renderToStaticMarkup(
			<div className="page">
				<header className="mast">
					<Wordmark />
				</header>
				<main>
					<div className="empty">
						<b aria-hidden="true">“</b>
						<h1>It is erased.</h1>
						<b aria-hidden="true">”</b>
					</div>
					<div className="aside">
						<p>
							Your words, your name, your photo and your e-mail address are gone, and within 60 seconds from every wall
							that showed them. This link no longer works.
						</p>
						<div className="way">
							<a className="btn" href="/">
								Go to the front page
							</a>
						</div>
					</div>
				</main>
			</div>,
		),
	}
}
