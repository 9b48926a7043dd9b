import { useEffect, useRef, useState } from 'react'
import { fillForm } from './form-values.ts'
import { back, Icon, offline } from './icons.tsx'
import type { Island } from './island.ts'
import { TellForm } from './tell-form.tsx'
import { ThankYou } from './thank-you.tsx'
import { useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'

/** What stood in the form before the script took over. */
export type Typed = { values: Record<string, string>; files: Record<string, File> }

/** The page's right half: the form with its draft and its sending, then the thanks. */
export function Answer({ island, typed }: { island: Island; typed?: Typed }) {
	const form = useRef<HTMLFormElement>(null)
	const [live, setLive] = useState(false)
	const draft = useDraft(island, form)
	const { problems, message, sending, queued, sent, submit } = useSending(island, form, draft)
	useEffect(() => {
		setLive(true)
		if (typed && form.current) fillForm(form.current, typed.values, typed.files)
	}, [typed])
	if (sent) return <ThankYou island={island} sent={sent} />
	return (
		<TellForm
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
					{island.summary ? <Wrong text={island.summary} /> : null}
					<Restored
						island={island}
						restored={draft.restored}
						onStartAgain={() => draft.forget().then(() => location.reload())}
					/>
				</>
			}
			outcome={
				<>
					{message ? <Wrong text={message} /> : null}
					{queued ? <Queued island={island} /> : null}
				</>
			}
		/>
	)
}

function Wrong({ text }: { text: string }) {
	return (
		<div className="wrong" role="alert">
			<p>{text}</p>
		</div>
	)
}

function Queued({ island: { words } }: { island: Island }) {
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

function Restored(props: { island: Island; restored: Date | null; onStartAgain: () => void }) {
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
