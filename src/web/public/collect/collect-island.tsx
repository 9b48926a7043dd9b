import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon, offline } from '#web/public/page-shell/icons.tsx'
import { fillForm } from './draft/form-values.ts'
import { useDraft } from './draft/use-draft.ts'
import type { Island } from './island.ts'
import type { RestoredNoticeProps } from './restored-notice.tsx'
import { useSubmission, type Waiting } from './submit/use-submission.ts'
import { TestimonialForm } from './testimonial-form.tsx'
import type { ThankYouProps } from './thank-you.tsx'

/** The field values before the script took over. */
export type TypedValues = { values: Record<string, string>; files: Record<string, File> }

/** The page's right half: the form with its draft and submission, then the thank-you. */
export function CollectIsland({ island, typed }: { island: Island; typed?: TypedValues }) {
	const { words } = island
	const form = useRef<HTMLFormElement>(null)
	const [live, setLive] = useState(false)
	const draft = useDraft(island, form)
	const { problems, heldTitle, message, sending, waiting, sent, submit, takeBack, onPaste, sendWithoutPhotos } =
		useSubmission(island, form, draft)
	useEffect(() => {
		setLive(true)
		if (typed && form.current) fillForm(form.current, typed.values, typed.files)
	}, [typed])
	const [ThankYou, setThankYou] = useState<ComponentType<ThankYouProps>>()
	useEffect(() => {
		if (!sent) return
		import('./thank-you.tsx').then(
			(loaded) => setThankYou(() => loaded.ThankYou),
			// A deploy removed the script: the private page thanks, too.
			() => location.assign(`${sent.receiptUrl}?sent`),
		)
	}, [sent])
	const [RestoredNotice, setRestoredNotice] = useState<ComponentType<RestoredNoticeProps>>()
	const { restored, recording } = draft
	useEffect(() => {
		if (!restored && !recording) return
		import('./restored-notice.tsx').then(
			(loaded) => setRestoredNotice(() => loaded.RestoredNotice),
			// Without the notice, the draft is in the form nevertheless.
			() => undefined,
		)
	}, [restored, recording])
	if (sent && ThankYou) return <ThankYou island={island} sent={sent} />
	return (
		<TestimonialForm
			formRef={form}
			island={island}
			problems={problems}
			heldTitle={heldTitle}
			onPaste={onPaste}
			kept={draft.kept}
			live={live}
			sending={sending}
			waiting={waiting && words[waiting]}
			onInput={draft.onInput}
			onSubmit={(event) => {
				event.preventDefault()
				submit()
			}}
			notices={
				<>
					{island.summary && <ErrorNotice text={island.summary} />}
					{RestoredNotice && <RestoredNotice island={island} draft={draft} />}
				</>
			}
			outcome={
				<>
					{message && (
						<ErrorNotice text={message}>
							{message === words.siteLimit && island.form.accepts.includes('text') && (
								<button className="btn" type="button" onClick={sendWithoutPhotos}>
									{words.sendWithoutPhoto}
								</button>
							)}
						</ErrorNotice>
					)}
					{waiting && <WaitingNotice island={island} waiting={waiting} onTakeBack={takeBack} />}
				</>
			}
		/>
	)
}

function ErrorNotice({ text, children }: { text: string; children?: ReactNode }) {
	return (
		<div className="wrong" role="alert">
			<p>{text}</p>
			{children}
		</div>
	)
}

/** Says what a pressed Send waits for, and takes it back. */
function WaitingNotice(props: { island: Island; waiting: Waiting; onTakeBack: () => void }) {
	const { words } = props.island
	return (
		<div className="notice" role="status">
			{props.waiting === 'waitOnline' ? (
				<p>
					<Icon drawing={offline} />
					<span>
						<b>{words.offline}</b> {words.offlineText}
					</span>
				</p>
			) : (
				<p>{words.waitText}</p>
			)}
			<button className="btn plain" type="button" onClick={props.onTakeBack}>
				{words.takeBack}
			</button>
		</div>
	)
}
