import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { fileProblem, readSeconds } from '#web/public/collect/recording-field/chosen-file.ts'
import { makeDraftLink } from '#web/public/collect/recording-field/draft-link.ts'
import { KeptCard, RecordingCard } from '#web/public/collect/recording-field/recording-card.tsx'
import type { RecordingSession } from '#web/public/collect/recording-field/recording-session.ts'
import { FieldError } from '#web/public/page-shell/field-error.tsx'
import { alert, Icon } from '#web/public/page-shell/icons.tsx'
import { loadRecorder } from '#web/public/recorder/load-recorder.ts'
import { isOverLimit } from '#web/public/recorder/recording-limits.ts'
import type { ReplacementData, ReplacementTexts } from './replacement-data.ts'
import { type Sending, useSending } from './use-sending.ts'

/** A press of one of the page's buttons; each is a new object. */
export type ReplacementStart = { kind: 'record' } | { kind: 'choose'; file: File }

type Props = {
	data: ReplacementData
	token: string
	session: RecordingSession
	words: Omit<RecordingMessages, keyof ReplacementTexts> & ReplacementTexts & RecordingMessages
	start: ReplacementStart | undefined
}

type LoadedRecorder = Awaited<ReturnType<typeof loadRecorder>>

/** The new recording below the page's buttons: the recorder, the take with its upload, and Send. */
export function ReplacementIsland({ data, token, session, words, start }: Props) {
	const { kind, lang, limits } = data
	const { take, kept, upload } = useSyncExternalStore(session.subscribe, session.getState)
	const [recorder, setRecorder] = useState<LoadedRecorder>()
	/** The take that the recorder reviews. */
	const [resume, setResume] = useState<{ id: string; opens?: 'part' | 'first' | undefined }>()
	const [message, setMessage] = useState<string | null>(null)
	const [problem, setProblem] = useState<string | null>(null)
	const device = useRef<HTMLInputElement>(null)
	const sending = useSending(session, token, kind)
	const hasTake = take !== null || kept !== null

	const recordingLimits = { maxSeconds: limits.seconds, maxBytes: limits.bytes }

	const record = async (review?: typeof resume) => {
		setProblem(null)
		setMessage(words.openingRecorder)
		setResume(review)
		const loaded = await loadRecorder(lang).catch(() => undefined)
		setMessage(loaded ? null : words.recorderFailed)
		setRecorder(loaded)
		if (loaded) session.begin()
	}
	const close = () => {
		setRecorder(undefined)
		void session.look()
	}
	const choose = async (file: File) => {
		close()
		setMessage(words.checking)
		const seconds = await readSeconds(kind, file)
		const most = { videoBytes: limits.bytes, audioBytes: limits.bytes }
		const wrong = fileProblem(kind, file, seconds, most, words, lang)
		setMessage(null)
		setProblem(wrong)
		// A file that is too long is trimmed where takes are.
		if (wrong === null && isOverLimit({ seconds, bytes: file.size }, recordingLimits))
			await record({ id: (await session.keepFile(file, seconds)).id })
		else if (wrong === null) await session.acceptFile(file, seconds)
	}
	useStart(start, (pressed) => (pressed.kind === 'record' ? record() : choose(pressed.file)))
	useEffect(() => {
		const buttons = document.getElementById('replace-buttons')
		if (buttons) buttons.hidden = hasTake
	}, [hasTake])

	return (
		<>
			<p className="small" role="status">
				{message}
			</p>
			<div aria-live="polite">
				<FieldError problem={problem ? { field: 'chosen', target: '', text: problem } : undefined} />
			</div>
			<input
				type="file"
				accept={`${kind}/*`}
				capture="user"
				hidden
				ref={device}
				onChange={({ currentTarget: { files } }) => files?.[0] && void choose(files[0])}
			/>
			{take ? (
				<>
					<RecordingCard
						{...{ take, upload, words, lang }}
						onWatch={() => void record({ id: take.id })}
						onReplace={chooseFile}
						onRemove={() => void session.forget()}
						onRetry={() => void session.retry()}
					/>
					<SendControls sending={sending} words={words} isFailed={upload.phase === 'failed'} />
				</>
			) : kept ? (
				<KeptCard
					{...{ take: kept, words, lang }}
					limits={recordingLimits}
					onWatch={(opens) => void record({ id: kept.id, opens })}
					onRemove={() => void session.forget()}
				/>
			) : null}
			{recorder ? (
				<recorder.Recorder
					kind={kind}
					formId={data.id}
					{...recordingLimits}
					prompts={data.prompts}
					title={data.title}
					lang={lang}
					words={recorder.words}
					resume={resume?.id}
					opens={resume?.opens}
					onTake={(accepted) => {
						void session.accept(accepted)
						close()
					}}
					onChooseFile={chooseFile}
					onUseDeviceCamera={() => device.current?.click()}
					onClose={close}
					draftLink={makeDraftLink(null)}
				/>
			) : null}
		</>
	)
}

const chooseFile = () => document.getElementById('other-file')?.click()

/** Runs `act` once for each press. */
function useStart(start: ReplacementStart | undefined, act: (start: ReplacementStart) => void) {
	const latest = useRef(act)
	latest.current = act
	useEffect(() => {
		if (start) latest.current(start)
	}, [start])
}

/** Send, and what it waits for. */
function SendControls(props: { sending: Sending; words: RecordingMessages & ReplacementTexts; isFailed: boolean }) {
	const { words, isFailed } = props
	const { state, problem, send, takeBack } = props.sending
	const label = { idle: words.send, waiting: words.sendsLater, sending: words.sending }[state]
	const text = problem && words[typeof problem === 'object' ? problem.text : problem]
	return (
		<div className="row send-row">
			<button
				className={state === 'idle' ? 'btn first' : 'btn'}
				type="button"
				aria-disabled={state !== 'idle' || isFailed || undefined}
				onClick={isFailed ? undefined : () => void send()}
			>
				{label}
			</button>
			{state === 'waiting' ? (
				<button className="btn plain" type="button" onClick={takeBack}>
					{words.takeBackSend}
				</button>
			) : null}
			<div aria-live="polite">
				{text ? (
					<p className="stand failed">
						<Icon drawing={alert} />
						<span>{text}</span>
					</p>
				) : null}
			</div>
		</div>
	)
}
