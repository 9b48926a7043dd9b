import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ErasedProps, NotFoundProps, RenderedPage } from '#shared/page-props.ts'
import { receiptMessagesFor } from '#web/i18n/receipt-messages.ts'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'

const reasons: Record<Exclude<NotFoundProps['kind'], 'receipt'>, { title: string; text: string }> = {
	page: {
		title: 'Nothing is written here.',
		text: 'The address may be mistyped, or the page was taken down by the person who wrote it. If someone sent you here to leave a few words, ask them for a new link.',
	},
	form: {
		title: 'There is no form here.',
		text: 'The link may be mistyped or cut short. If someone asked you for a few words, ask them to send it again: they will be glad that you tried.',
	},
}

/** The 404 page: two quotation marks with nothing between them, and a link home. */
export function renderNotFound({ kind, locale = 'en' }: NotFoundProps): RenderedPage {
	const { find, lang, dir } = receiptMessagesFor(kind === 'receipt' ? locale : 'en')
	const { title, text } = kind === 'receipt' ? { title: find('goneTitle'), text: find('goneText') } : reasons[kind]
	return {
		lang,
		dir,
		title: `${title} Plaudit`,
		paintedUpTo: 'home',
		body: renderToStaticMarkup(<NotFound title={title} text={text} front={find('front')} />),
	}
}

/** Shown once, right after the erasure: the private link no longer works. */
export function renderErased({ locale, kind }: ErasedProps): RenderedPage {
	const { find, lang, dir } = receiptMessagesFor(locale, kind)
	return {
		lang,
		dir,
		title: `${find('erasedTitle')} Plaudit`,
		body: renderToStaticMarkup(
			<EmptyPage title={find('erasedTitle')}>
				<p>{find('erasedText')}</p>
				<div className="way">
					<a className="btn" href="/">
						{find('front')}
					</a>
				</div>
			</EmptyPage>,
		),
	}
}

function NotFound({ title, text, front }: { title: string; text: string; front: string }) {
	return (
		<EmptyPage title={title} status={404}>
			<figure dir="ltr" lang="en">
				<blockquote lang="en">
					<p>Not till we are lost, in other words not till we have lost the world, do we begin to find ourselves.</p>
				</blockquote>
				<figcaption>
					<b>Henry David Thoreau</b>Walden, 1854. An excerpt. He gave no rating, and it stays missing.
				</figcaption>
			</figure>
			<div className="way">
				<p>{text}</p>
				<a className="btn first" id="home" href="/">
					{front}
				</a>
			</div>
		</EmptyPage>
	)
}

/** The title between two quotation marks, and what to do next below. */
function EmptyPage({ title, status, children }: { title: string; status?: number; children: ReactNode }) {
	return (
		<div className="page">
			<header className="mast">
				<Wordmark />
				{status ? <span className="nums">{status}</span> : null}
			</header>
			<main>
				<div className="empty">
					<b aria-hidden="true">“</b>
					<h1>{title}</h1>
					<b aria-hidden="true">”</b>
				</div>
				<div className="aside">{children}</div>
			</main>
		</div>
	)
}
