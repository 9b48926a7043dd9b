import type { ReceiptProps } from '#shared/page-props.ts'
import { proofTexts } from '#shared/wall/proof-texts.ts'
import { wallLanguageOf } from '#shared/wall/wall-languages.ts'
import { download } from '#web/public/page-shell/action-icons.ts'
import { alert, Icon, seal } from '#web/public/page-shell/icons.tsx'
import type { ReceiptTexts } from './receipt-text.ts'

/** The file that proves the words, a check of it, and what it proves and what not. */
export function ProofSection({ receipt, proof, address, texts }: ReceiptProps & { texts: ReceiptTexts }) {
	const { say, day, exactMoment, number, lang } = texts
	const { signer, check, fileName } = proof
	const { entries, unsealed, sealed_at } = receipt.seal
	const last = receipt.events.at(-1)
	const { proves, doesNotProve } = proofTexts[wallLanguageOf(lang)]
	return (
		<section className="entry" id="proof">
			<h2>{say('proofTitle')}</h2>
			<div className="stack">
				<p>{say('proofText')}</p>
				<dl className="facts">
					<dt>{say('proofSealed')}</dt>
					<dd>
						{/* Exact and in UTC, as the receipt has it: the script puts times on the reader's clock. */}
						{sealed_at ? exactMoment(sealed_at) : say('proofSoon')}
						{sealed_at && unsealed > 0 ? <> · {say('proofWaiting', { count: number(unsealed) })}</> : null}
					</dd>
					<dt>{say('proofEntries')}</dt>
					<dd>{say('proofLast', { count: number(entries), day: last ? day(last.at) : '' })}</dd>
					<dt>{say('proofSigner')}</dt>
					<dd>
						<bdi>{signer}</bdi>
					</dd>
				</dl>
				<div className="row">
					<a className="btn first" href={`${new URL(address).pathname}/receipt`} download={fileName}>
						<Icon drawing={download} />
						{say('proofDownload')}
					</a>
					<a className="btn" href="?check#proof">
						{say('proofCheck')}
					</a>
				</div>
				{check ? (
					<p className={check === 'bad' ? 'stand failed' : 'stand good'} role={check === 'bad' ? 'alert' : 'status'}>
						<Icon drawing={check === 'bad' ? alert : seal} />
						<span>{say(`proof_${check}`, { space: receipt.space.name })}</span>
					</p>
				) : null}
				<details>
					<summary className="link">{say('proofAlone')}</summary>
					<div className="fold">
						<p>{say('proofCommand')}</p>
						<p className="code" dir="ltr">
							<code>plaudit verify {fileName}</code>
						</p>
						<p className="hint">{say('proofSteps')}</p>
					</div>
				</details>
				<p className="hint">
					<b>{say('proves')}</b> {proves}
				</p>
				<p className="hint">
					<b>{say('provesNot')}</b> {doesNotProve}
				</p>
			</div>
		</section>
	)
}
