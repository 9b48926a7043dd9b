import { renderToStaticMarkup } from 'react-dom/server'
import { isRecordingKind } from '#shared/form/public-form.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import type { ReceiptProps, RenderedPage } from '#shared/page-props.ts'
import { checkedBases } from '#shared/wall/wall.ts'
import { camera, Icon, lock, microphone, seal, tick } from '#web/public/page-shell/icons.tsx'
import { LargeStarSymbol, StarSymbol } from '#web/public/page-shell/stars.tsx'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { CouponSection } from './coupon-section.tsx'
import { EditForm } from './edit-form.tsx'
import { FlashMessage } from './flash-message.tsx'
import { ProofSection } from './proof-section.tsx'
import { ProposalNotice, ProposalSection } from './proposal-section.tsx'
import { AnswersSection, HistorySection, PlacementsSection, WithdrawSection } from './receipt-sections.tsx'
import { describeBasis, openReceiptTexts, type ReceiptTexts } from './receipt-text.ts'
import { replacementData } from './replace/replacement-data.ts'
import { TestimonialSection } from './testimonial-section.tsx'

/** The submitter's own page: their testimonial, with every way to change or withdraw it. */
export function renderReceipt(props: ReceiptProps): RenderedPage {
	const texts = openReceiptTexts(props.locale, props.receipt.kind)
	return {
		lang: texts.lang,
		dir: texts.dir,
		title: texts.say('title', { space: props.receipt.space.name }),
		paintedUpTo: props.receipt.proposal && !props.isWhole ? 'proposal' : 'places',
		data: replacementData(props, texts),
		body: renderToStaticMarkup(<ReceiptPage {...props} texts={texts} />),
	}
}

function ReceiptPage(props: ReceiptProps & { texts: ReceiptTexts }) {
	const { receipt, texts } = props
	const { say } = texts
	return (
		<>
			<StarSymbol />
			<LargeStarSymbol />
			<a className="skip" href="#main">
				{say('skip')}
			</a>
			<div className="page">
				<header className="mast">
					<Wordmark />
					<p>
						<Icon drawing={lock} />
						{say('onlyYou')}
					</p>
				</header>
				{receipt.proposal && !props.isWhole ? (
					<main id="main">
						<ProposalSection receipt={receipt} texts={texts} />
					</main>
				) : (
					<main id="main">
						<FlashMessage {...props} />
						<ProposalNotice receipt={receipt} texts={texts} />
						<TestimonialSection receipt={receipt} texts={texts} />
						{props.news === 'sent' ? null : <CouponSection receipt={receipt} texts={texts} />}
						<ReplaceSection receipt={receipt} texts={texts} />
						<PlacementsSection receipt={receipt} texts={texts} />
						<VerificationSection receipt={receipt} texts={texts} />
						<AnswersSection receipt={receipt} texts={texts} />
						<EditForm {...props} />
						<ConsentForm receipt={receipt} texts={texts} />
						<WithdrawSection {...props} />
						<ProofSection {...props} />
						<HistorySection receipt={receipt} texts={texts} />
					</main>
				)}
			</div>
		</>
	)
}

const choices = [
	['public', 'withName'],
	['anonymous', 'withoutName'],
	['private', 'notAtAll'],
] as const

/** The current consent, and earlier ones. */
function ConsentForm({ receipt, texts: { say, day, number } }: { receipt: Receipt; texts: ReceiptTexts }) {
	const { kind, consent, consents, form, space } = receipt
	const wording = form?.consent_text ?? consent?.wording ?? ''
	const scope = consent?.scope ?? 'private'
	const earlier = consents.filter(({ revoked_at }) => revoked_at !== null)
	return (
		<section className="entry">
			<h2>{say('consent')}</h2>
			<div>
				<form className="fold" method="post">
					<fieldset>
						<legend dir="auto">{wording}</legend>
						{choices.map(([value, label]) => (
							<label className="check" key={value}>
								<input type="radio" name="scope" value={value} defaultChecked={value === scope} />
								<span>
									{say(label)}
									{value === 'private' ? (
										<span className="hint">{say('notAtAllHint', { space: space.name })}</span>
									) : value === 'anonymous' && isRecordingKind(kind) ? (
										<span className="hint">{say('withoutNameHint')}</span>
									) : null}
								</span>
							</label>
						))}
					</fieldset>
					<input type="hidden" name="wording" value={wording} />
					<div className="row">
						<button className="btn" type="submit" name="do" value="consent">
							{say('saveConsent')}
						</button>
						{consent ? <span className="small quiet">{say('choiceOf', { day: day(consent.given_at) })}</span> : null}
					</div>
				</form>
				{earlier.length > 0 ? (
					<p className="small quiet after-field">
						{earlier.length === 1 ? say('earlierOne') : say('earlierMore', { count: number(earlier.length) })}
					</p>
				) : null}
			</div>
		</section>
	)
}

/** Sends another recording. The script puts the take and its upload below the buttons, which without it are not shown. */
function ReplaceSection({ receipt, texts: { say } }: { receipt: Receipt; texts: ReceiptTexts }) {
	const { kind, is_public, space } = receipt
	if (!isRecordingKind(kind)) return null
	return (
		<section className="entry" id="replace" tabIndex={-1}>
			<h2>{say('replace')}</h2>
			<div className="stack">
				<p>
					{say('replaceText', { space: space.name })} {is_public ? say('replacePublic') : null}
				</p>
				<noscript>
					<p>{say('needsScript')}</p>
				</noscript>
				<div className="row" id="replace-buttons" hidden>
					<button className="btn" type="button" id="record-again">
						<Icon drawing={kind === 'video' ? camera : microphone} />
						{say('recordAgain')}
					</button>
					<label className="btn pick">
						{say('otherFile')}
						<input type="file" id="other-file" accept={`${kind}/*`} />
					</label>
				</div>
				<p className="small" role="alert" id="replace-problem" data-text={say('notLoaded')} />
				<div id="replacement" />
			</div>
		</section>
	)
}

/** The verifications of a testimonial, the strongest first, each with a sentence on what it proves. */
function VerificationSection({ receipt, texts }: { receipt: Receipt; texts: ReceiptTexts }) {
	const { bases, email, space } = receipt
	const { verification: words, fill } = texts
	return (
		<section className="entry" id="verified">
			<h2>{words.yours}</h2>
			<div>
				{bases.length === 0 ? <p className="quiet">{words.none}</p> : null}
				<ul className="proofs">
					{bases.map((basis) => {
						const isChecked = checkedBases.includes(basis)
						return (
							<li key={basis} className={isChecked ? 'checked' : undefined}>
								<Icon drawing={isChecked ? seal : tick} />
								<div>
									<b dir="auto">{describeBasis(basis, receipt, texts)}</b>
									<p className="quiet">{fill(words[`why_${basis}`], { space: space.name })}</p>
								</div>
							</li>
						)
					})}
				</ul>
				{email && !bases.includes('email') ? <p className="small quiet">{fill(words.byMail, { email })}</p> : null}
			</div>
		</section>
	)
}
