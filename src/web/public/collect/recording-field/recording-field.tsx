import { type ComponentProps, type ComponentType, useRef, useState, useSyncExternalStore } from 'react'
import type { RecordingKind } from '#shared/form/public-form.ts'
import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { type Island, promptsOf } from '#web/public/collect/island.ts'
import { FieldError } from '#web/public/page-shell/field-error.tsx'
import { loadRecorder } from '#web/public/recorder/load-recorder.ts'
import { isOverLimit } from '#web/public/recorder/recording-limits.ts'
import type { Take } from '#web/public/recorder/takes/take-store.ts'
import { fileProblem, hasRecordingHead, readSeconds } from './chosen-file.ts'
import { makeDraftLink } from './draft-link.ts'
import { KeptCard, RecordingCard } from './recording-card.tsx'
import { recordingLimitsOf } from './recording-limits-of.ts'
import { RecordingPanel } from './recording-panel.tsx'
import type { RecordingSession } from './recording-session.ts'

export type RecordingFieldProps = {
	island: Island
	kind: RecordingKind
	words: RecordingMessages
	session: RecordingSession
}

type LoadedRecorder = Awaited<ReturnType<typeof loadRecorder>>
type RecorderProps = LoadedRecorder['Recorder'] extends ComponentType<infer Props> ? Props : never

/** A recording in the form: the panel that opens the recorder, then the card of the take. */
export function RecordingField({ island, kind, words, session }: RecordingFieldProps) {
	const { form, limits, lang } = island
	const { take, kept, upload } = useSyncExternalStore(session.subscribe, session.getState)
	const [recorder, setRecorder] = useState<LoadedRecorder | 'loading' | 'failed' | null>(null)
	/** The take that the recorder reviews. */
	const [resume, setResume] = useState<{ id: string; opens: RecorderProps['opens'] }>()
	const [problem, setProblem] = useState<string | null>(null)
	const [checking, setChecking] = useState(false)
	const field = useRef<HTMLDivElement>(null)
	const file = useRef<HTMLInputElement>(null)
	const device = useRef<HTMLInputElement>(null)

	const recordingLimits = recordingLimitsOf(island, kind)

	const open = async (id?: string, opens?: RecorderProps['opens']) => {
		setProblem(null)
		setResume(id === undefined ? undefined : { id, opens })
		setRecorder('loading')
		setRecorder(await loadRecorder(lang).catch(() => 'failed' as const))
		session.begin()
	}
	const close = () => {
		setRecorder(null)
		void session.look()
		keepFocus()
	}
	// A button that opened the recorder or removed the take may be gone, and the focus with it.
	const keepFocus = () =>
		requestAnimationFrame(() => {
			if (document.activeElement === document.body) field.current?.querySelector('button')?.focus()
		})
	const remove = () => void session.forget().then(keepFocus)
	const choose = async (input: HTMLInputElement) => {
		const chosen = input.files?.[0]
		if (!chosen) return
		setRecorder(null)
		setChecking(true)
		const other = kind === 'video' ? words.wrongVideo : words.wrongAudio
		const isRecording = await hasRecordingHead(chosen).catch(() => false)
		const seconds = isRecording ? await readSeconds(kind, chosen) : 0
		const wrong = fileProblem(kind, chosen, seconds, limits, words, lang) ?? (isRecording ? null : other)
		setChecking(false)
		setProblem(wrong)
		// A file that is too long is trimmed where takes are.
		if (wrong === null && isOverLimit({ seconds, bytes: chosen.size }, recordingLimits))
			await open((await session.keepFile(chosen, seconds)).id)
		else if (wrong === null) await session.acceptFile(chosen, seconds)
		// The same file can be chosen again.
		input.value = ''
	}
	const recordAudio = () => {
		close()
		document.getElementById('k-audio')?.click()
	}
	const inputProps = {
		type: 'file',
		accept: kind === 'video' ? 'video/*' : 'audio/*',
		hidden: true,
		onChange: ({ currentTarget }) => session.follow(choose(currentTarget)),
	} satisfies ComponentProps<'input'>
	const isOpen = recorder !== null && typeof recorder === 'object'
	return (
		<div ref={field}>
			<input {...inputProps} ref={file} data-of={kind} />
			<input {...inputProps} ref={device} capture="user" />
			{take ? (
				<RecordingCard
					{...{ take, upload, words, lang }}
					onWatch={() => void open(take.id)}
					onReplace={() => (take.name ? file.current?.click() : void open())}
					onRemove={remove}
					onRetry={() => void session.retry()}
				/>
			) : kept ? (
				<KeptCard
					{...{ take: kept, words, lang }}
					limits={recordingLimits}
					onWatch={(opens) => void open(kept.id, opens)}
					onRemove={remove}
				/>
			) : (
				<RecordingPanel
					{...{ island, kind, words }}
					state={checking ? 'checking' : recorder === 'loading' || recorder === 'failed' ? recorder : 'idle'}
					onRecord={() => void open()}
					onChooseFile={() => file.current?.click()}
					onUseDeviceCamera={() => device.current?.click()}
				/>
			)}
			<div aria-live="polite">
				<FieldError problem={problem ? { field: 'chosen', target: '', text: problem } : undefined} />
			</div>
			{isOpen ? (
				<recorder.Recorder
					{...({
						kind,
						formId: form.id,
						...recordingLimits,
						prompts: promptsOf(island),
						title: form.title,
						lang,
						words: recorder.words,
						resume: resume?.id,
						opens: resume?.opens,
						onTake: (accepted: Take) => {
							void session.accept(accepted)
							close()
						},
						onChooseFile: () => file.current?.click(),
						onUseDeviceCamera: () => device.current?.click(),
						onClose: close,
						onRecordAudio: form.accepts.includes('audio') ? recordAudio : undefined,
						draftLink: makeDraftLink(document.querySelector<HTMLFormElement>('#tell')),
					} satisfies RecorderProps)}
				/>
			) : null}
		</div>
	)
}
