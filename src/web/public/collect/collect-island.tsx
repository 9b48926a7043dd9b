import { useEffect, useRef, useState } from 'react'
import { back, Icon, offline } from '#web/public/page-shell/icons.tsx'
import { fillForm } from './draft/form-values.ts'
import { useDraft } from './draft/use-draft.ts'
import type { Island } from './island.ts'
import { useSubmission } from './submit/use-submission.ts'
import { TestimonialForm } from './testimonial-form.tsx'
import { ThankYou } from './thank-you.tsx'

/** The field values before the script took over. */
export type TypedValues = { values: Record<string, string>; files: Record<string, File> }

/** The page's right half: the form with its draft and submission, then the thank-you. */
export function CollectIsland({ island, typed }: { island: Island; typed?: TypedValues }) {
	const form = useRef<HTMLFormElement>(null)
	const [live, setLive] = useState(false)
	const draft = useDraft(island, form)
	const { problems, message, sending, queued, sent, submit } = useSubmission(island, form, draft)
	useEffect(() => {
		setLive(true)
		if (typed && form.current) fillForm(form.current, typed.values, typed.files)
	}, [typed])
	if (sent) return <ThankYou island={island} sent={sent} />
	return (
		<TestimonialForm
			formRef={form}
			island={island}
			problems={problems}
			kept={draft.kept}
			live={live}
			sending={sending}
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
						onStartAgain={() => draft.forget().then(() => location.reload())}
					/>
				</>
			}
			outcome={
				<>
					{message && <ErrorNotice text={message} />}
					{queued && <QueuedNotice island={island} />}
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

function QueuedNotice({ island: { words } }: { island: Island }) {
	return (
		<div className="notice" role="status">
			<p>
				<Icon drawing={offline} />
				<span>
					<b>{words.offline}</b> {words.offlineText}
				</span>
			</p>
		</div>
	)
}

function RestoredNotice(props: {
	island: Island
	restored: Date | null
	isFileLost: boolean
	onStartAgain: () => void
}) {
	const { restored, isFileLost, onStartAgain } = props
	const { words, lang } = props.island
	if (!restored) return null
	const when = restored.toLocaleString(lang, { weekday: 'long', hour: '2-digit', minute: '2-digit' })
	return (
		<div className="notice" role="status">
			<p>
				<Icon drawing={back} />
				<span>
					<b>{words.draftBack}</b> {words.draftFrom.replace('{when}', when)}
					{isFileLost ? ` ${words.photoLost}.` : null}
				</span>
			</p>
			<button className="btn plain" type="button" onClick={onStartAgain}>
				{words.startAgain}
			</button>
		</div>
	)
}
