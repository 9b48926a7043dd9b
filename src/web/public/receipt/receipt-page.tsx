import { renderToStaticMarkup } from 'react-dom/server'
import type { ReceiptProps, RenderedPage } from '#shared/rendered-page.ts'
import { StarSymbol } from '#web/public/page-shell/rated.tsx'
import { LargeStarSymbol } from '#web/public/page-shell/star-radios.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { ConsentEntry } from './consent-entry.tsx'
import { EditEntry } from './edit-entry.tsx'
import { AnswersEntry, HistoryEntry, LeaveEntry, PlacesEntry } from './ledger.tsx'
import { News } from './news.tsx'
import { Opening } from './opening.tsx'

/** The submitter's own page: everything about their words, and every way to change or take them back. */
export function renderReceipt(props: ReceiptProps): RenderedPage {
	return {
		lang: 'en',
		dir: 'ltr',
		title: `Your words for ${props.receipt.space.name}`,
		paintedUpTo: 'places',
		body: renderToStaticMarkup(<ReceiptPage {...props} />),
	}
}

function ReceiptPage(props: ReceiptProps) {
	const { receipt } = props
	return (
		<>
			<StarSymbol />
			<LargeStarSymbol />
			<a className="skip" href="#main">
				Go to your words
			</a>
			<div className="page">
				<header className="mast">
					<Wordmark />
					<p>
						<svg className="i" viewBox="0 0 24 24" aria-hidden="true">
							<path d="M6.5 10.5h11A1.5 1.5 0 0 1 19 12v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5V12a1.5 1.5 0 0 1 1.5-1.5zM8 10.5V8a4 4 0 0 1 8 0v2.5" />
						</svg>
						Only someone with this link can open this page
					</p>
				</header>
				<main id="main">
					<News {...props} />
					<Opening receipt={receipt} />
					<PlacesEntry receipt={receipt} />
					<AnswersEntry receipt={receipt} />
					<EditEntry {...props} />
					<ConsentEntry receipt={receipt} />
					<LeaveEntry {...props} />
					<HistoryEntry receipt={receipt} />
				</main>
			</div>
		</>
	)
}
