import { isRecordingKind } from '#shared/form/public-form.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import { camera, Icon, microphone } from '#web/public/page-shell/icons.tsx'
import type { ReceiptTexts } from './receipt-text.ts'

/** Sends another recording. The script puts the take and its upload below the buttons, which without it are not shown. */
export function ReplaceSection({ receipt, texts: { say } }: { receipt: Receipt; texts: ReceiptTexts }) {
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
