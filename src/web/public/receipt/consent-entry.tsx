import type { Receipt, ReceiptScope } from '#shared/receipt.ts'
import { formatDay } from './dates.ts'

const choices: [scope: ReceiptScope, label: string][] = [
	['public', 'With my name and photo'],
	['anonymous', 'Without my name or photo'],
	['private', 'Not at all'],
]

/** What may be done with the words, and what was agreed to before. */
export function ConsentEntry({ receipt }: { receipt: Receipt }) {
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
									{value === 'private' ? (
										<span className="hint">Only {space.name} can still read them.</span>
									) : null}
								</span>
							</label>
						))}
					</fieldset>
					<input type="hidden" name="wording" value={wording} />
					<div className="row">
						<button className="btn" type="submit" name="do" value="consent">
							Save consent
						</button>
						{consent ? (
							<span className="small quiet">Your choice of {formatDay(consent.given_at)}.</span>
						) : null}
					</div>
				</form>
				{earlier.length > 0 ? (
					<p className="small quiet after-field">
						{earlier.length === 1
							? 'One earlier choice is'
							: `${earlier.length} earlier choices are`}{' '}
						kept in your download.
					</p>
				) : null}
			</div>
		</section>
	)
}
