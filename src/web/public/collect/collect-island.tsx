import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { RecordingKind } from '#shared/public-form.ts'
import { back, Icon, offline } from '#web/public/page-shell/icons.tsx'
import { fillForm } from './draft/form-values.ts'
import { useDraft } from './draft/use-draft.ts'
import type { Island } from './island.ts'
import { loadRecording } from './recording/load-recording.ts'
import { useSubmission, type Waiting } from './submit/use-submission.ts'
import { TestimonialForm } from './testimonial-form.tsx'
import type { ThankYouProps } from './thank-you.tsx'

/** The field values before the script took over. */
export type TypedValues = { values: Record<string, string>; files: Record<string, File> }

/** Deletes what this device keeps for the form. */
async function startAgain(island: Island, draft: ReturnType<typeof useDraft>): Promise<void> {
	await draft.forget()
	if (draft.recording)
		await loadRecording(island, draft.recording)
			.then((recording) => recording.forgetAll())
			.catch(() => undefined)
	location.reload()
}

/** The page's right half: the form with its draft and submission, then the thank-you. */
export function CollectIsland({ island, typed }: { island: Island; typed?: TypedValues }) {
	const { words } = island
	const form = useRef<HTMLFormElement>(null)
	const [live, setLive] = useState(false)
	const draft = useDraft(island, form)
	const { problems, message, sending, waiting, sent, submit, takeBack } = useSubmission(island, form, draft)
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
	if (sent && ThankYou) return <ThankYou island={island} sent={sent} />
	return (
		<TestimonialForm
			formRef={form}
			island={island}
			problems={problems}
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
					<RestoredNotice
						island={island}
						restored={draft.restored}
						isFileLost={draft.isFileLost}
						recording={draft.recording}
						onStartAgain={() => startAgain(island, draft)}
					/>
				</>
			}
			outcome={
				<>
					{message && <ErrorNotice text={message} />}
					{waiting && <WaitingNotice island={island} waiting={waiting} onTakeBack={takeBack} />}
				</>
			}
		/>
	)
}

function ErrorNotice({ text }: { text: string }) {
	return (
		<div className="wrong" role="alert">
			<p>{text}</p>
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

function RestoredNotice(props: {
	island: Island
	restored: Date | null
	isFileLost: boolean
	recording: RecordingKind | undefined
	onStartAgain: () => void
}) {
	const { restored, isFileLost, recording, onStartAgain } = props
	const { words, lang } = props.island
	const [asks, setAsks] = useState(false)
	if (!restored && !recording) return null
	const when = restored?.toLocaleString(lang, { weekday: 'long', hour: '2-digit', minute: '2-digit' })
	return (
		<div className="notice" role="status">
			<p>
				<Icon drawing={back} />
				<span>
					{when ? (
						<>
							<b>{words.draftBack}</b> {words.draftFrom.replace('{when}', when)}{' '}
						</>
					) : null}
					{isFileLost ? `${words.photoLost}. ` : null}
					{recording ? <a href={`#k-${recording}`}>{words.recordingBack}</a> : null}
				</span>
			</p>
			{asks ? (
				<fieldset className="row">
					<legend>{words.startAgainAsk}</legend>
					<button className="btn first" type="button" ref={takeFocus} onClick={() => setAsks(false)}>
						{words.keepAll}
					</button>
					<button className="btn" type="button" onClick={onStartAgain}>
						{words.startAgain}
					</button>
				</fieldset>
			) : (
				<button className="btn plain" type="button" onClick={() => (recording ? setAsks(true) : onStartAgain())}>
					{words.startAgain}
				</button>
			)}
		</div>
	)
}

const takeFocus = (button: HTMLElement | null) => button?.focus()
