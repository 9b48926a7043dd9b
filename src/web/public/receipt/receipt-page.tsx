import { renderToStaticMarkup } from 'react-dom/server'
import type { ReceiptProps, RenderedPage } from '#shared/page-props.ts'
import type { Receipt, ReceiptScope } from '#shared/receipt.ts'
import { Icon, lock } from '#web/public/page-shell/icons.tsx'
import { LargeStarSymbol, StarSymbol } from '#web/public/page-shell/stars.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { EditForm } from './edit-form.tsx'
import { FlashMessage } from './flash-message.tsx'
import { AnswersSection, HistorySection, PlacementsSection, WithdrawSection } from './receipt-sections.tsx'
import { formatDay } from './receipt-text.ts'
import { TestimonialSection } from './testimonial-section.tsx'

/** The submitter's own page: their testimonial, with every way to change or withdraw it. */
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
						<Icon drawing={lock} />
						Only someone with this link can open this page
					</p>
				</header>
				<main id="main">
					<FlashMessage {...props} />
					<TestimonialSection receipt={receipt} />
					<PlacementsSection receipt={receipt} />
					<AnswersSection receipt={receipt} />
					<EditForm {...props} />
					<ConsentForm receipt={receipt} />
					<WithdrawSection {...props} />
					<HistorySection receipt={receipt} />
				</main>
			</div>
		</>
	)
}

const choices: [scope: ReceiptScope, label: string][] = [
	['public', 'With my name and photo'],
	['anonymous', 'Without my name or photo'],
	['private', 'Not at all'],
]

/** The current consent, and earlier ones. */
function ConsentForm({ receipt }: { receipt: Receipt }) {
	const { consent, consents, form, space } = receipt
	const wording = form?.consent_text ?? consent?.wording ?? ''
	const scope = consent?.scope ?? 'private'
	const earlier = consents.filter(({ revoked_at }) => revoked_at !== null)
	return (
		<section className="entry">
			<h2>Consent</h2>
			<div>
				<form className="fold" method="post">
					<fieldset>
						<legend dir="auto">{wording}</legend>
						{choices.map(([value, label]) => (
							<label className="check" key={value}>
								<input type="radio" name="scope" value={value} defaultChecked={value === scope} />
								<span>
									{label}
									{value === 'private' ? <span className="hint">Only {space.name} can still read them.</span> : null}
								</span>
							</label>
						))}
					</fieldset>
					<input type="hidden" name="wording" value={wording} />
					<div className="row">
						<button className="btn" type="submit" name="do" value="consent">
							Save consent
						</button>
						{consent ? <span className="small quiet">Your choice of {formatDay(consent.given_at)}.</span> : null}
					</div>
				</form>
				{earlier.length > 0 ? (
					<p className="small quiet after-field">
						{earlier.length === 1 ? 'One earlier choice is' : `${earlier.length} earlier choices are`} kept in your
						download.
					</p>
				) : null}
			</div>
		</section>
	)
}
