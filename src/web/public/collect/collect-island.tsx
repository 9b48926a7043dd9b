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
					{island.summary ? <ErrorNotice text={island.summary} /> : null}
					<RestoredNotice
						island={island}
						restored={draft.restored}
						onStartAgain={() => draft.forget().then(() => location.reload())}
					/>
				</>
			}
			outcome={
				<>
					{message ? <ErrorNotice text={message} /> : null}
					{queued ? <QueuedNotice island={island} /> : null}
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

function RestoredNotice(props: { island: Island; restored: Date | null; onStartAgain: () => void }) {
	const { restored, onStartAgain } = props
	const { words, lang } = props.island
	if (!restored) return null
	const when = new Intl.DateTimeFormat(lang, {
		weekday: 'long',
		hour: '2-digit',
		minute: '2-digit',
	}).format(restored)
	return (
		<div className="notice" role="status">
			<p>
				<Icon drawing={back} />
				<span>
					<b>{words.draftBack}</b> {words.draftFrom.replace('{when}', when)}
				</span>
			</p>
			<button className="btn plain" type="button" onClick={onStartAgain}>
				{words.startAgain}
			</button>
		</div>
	)
}
