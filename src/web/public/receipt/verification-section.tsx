import type { Receipt } from '#shared/form/receipt.ts'
import { checkedBases } from '#shared/wall/wall.ts'
import { Icon, seal, tick } from '#web/public/page-shell/icons.tsx'
import { describeBasis, type ReceiptTexts } from './receipt-text.ts'

/** The verifications of a testimonial, the strongest first, each with a sentence on what it proves. */
export function VerificationSection({ receipt, texts }: { receipt: Receipt; texts: ReceiptTexts }) {
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
