import {
	Component,
	type KeyboardEvent,
	lazy,
	type ReactNode,
	type RefObject,
	Suspense,
	useEffect,
	useRef,
	useState,
} from 'react'
import { isMirrored } from './capture/devices.ts'
import { Preview } from './picture.tsx'
import { RecorderContext, useRecorderContext } from './recorder-context.ts'
import type { RecorderProps } from './recorder-props.ts'
import { isOverLimit } from './recording-limits.ts'
import { CheckScreen } from './screens/check-screen.tsx'
import { CountdownScreen } from './screens/countdown-screen.tsx'
import { PausedScreen } from './screens/paused-screen.tsx'
import { RecordingScreen } from './screens/recording-screen.tsx'
import { OpeningScreen, SavingScreen } from './screens/waiting-screen.tsx'
import { isHeld } from './session.ts'
import { expireTakes } from './takes/take-store.ts'
import { useRecorder } from './use-recorder.ts'
import './recorder.css'

const loadReview = () => import('./review/review-screen.tsx')
const ReviewScreen = lazy(loadReview)
const LimitedScreen = lazy(() => import('./review/limited-screen.tsx'))
const TrimScreen = lazy(() => import('./trim/trim-screen.tsx'))
const ProblemScreen = lazy(() => import('./screens/problem-screen.tsx'))

/**
 * Records a video or audio in a full-screen dialog, from the device check to the take that is used. Closing it keeps a
 * take that was recorded.
 */
export default function Recorder(props: RecorderProps) {
	const { title, lang, prompts, kind, onClose } = props
	const recorder = useRecorder(props)
	const { screen, stream } = recorder
	const [said, say] = useState('')
	const [passedPrompts, setPassed] = useState(0)
	const dialog = useDialog(isHeld(screen), onClose)
	const first = prompts.length > 0 ? passedPrompts % prompts.length : 0
	const nextPrompt = () => {
		setPassed(first + 1)
		say(prompts[(first + 1) % prompts.length] ?? '')
	}
	useEffect(() => {
		void expireTakes()
		// The connection may be gone when the recording ends. A failure is tried again then.
		loadReview().catch(() => undefined)
	}, [])
	const hasPreview = stream && kind === 'video' && screen.name !== 'review' && screen.name !== 'trim'
	return (
		<RecorderContext
			value={{ ...props, recorder, say, nextPrompt, shownPrompts: prompts.slice(first), leave: onClose }}
		>
			<dialog className="recorder" aria-label={title} lang={lang} {...dialog}>
				<p className="vh" role="status">
					{said}
				</p>
				{hasPreview ? <Preview stream={stream} isMirrored={isMirrored(stream)} /> : null}
				<CurrentScreen />
			</dialog>
		</RecorderContext>
	)
}

function CurrentScreen() {
	const context = useRecorderContext()
	const { recorder, leave } = context
	const { screen } = recorder
	switch (screen.name) {
		case 'opening':
			return <OpeningScreen />
		case 'problem':
			return (
				<LateScreen key="problem" onFailure={leave}>
					<ProblemScreen key={screen.problem} problem={screen.problem} />
				</LateScreen>
			)
		case 'check':
			return <CheckScreen />
		case 'countdown':
			return <CountdownScreen />
		case 'recording':
			return <RecordingScreen />
		case 'paused':
			return <PausedScreen key={screen.reason} reason={screen.reason} />
		case 'saving':
			return <SavingScreen />
		case 'review': {
			const { take, reason } = screen
			return (
				<LateScreen key="review" fallback={<SavingScreen />} onFailure={leave}>
					{isOverLimit(take, context) ? (
						<LimitedScreen take={take}>
							{(limited) => <ReviewScreen take={take} reason={reason} limited={limited} />}
						</LimitedScreen>
					) : (
						<ReviewScreen take={take} reason={reason} />
					)}
				</LateScreen>
			)
		}
		case 'trim': {
			const { take, isAtOnce = false } = screen
			return (
				<LateScreen
					key="trim"
					fallback={<SavingScreen />}
					onFailure={() => recorder.show({ name: 'review', take, reason: 'cut-failed' })}
				>
					<TrimScreen take={take} isAtOnce={isAtOnce} />
				</LateScreen>
			)
		}
	}
}

type Props = { fallback?: ReactNode; onFailure: () => void; children: ReactNode }

/** A screen that is loaded when it is shown. Without a connection it may fail to load: then another one takes its place. */
class LateScreen extends Component<Props, { hasFailed: boolean }> {
	override state = { hasFailed: false }

	static getDerivedStateFromError() {
		return { hasFailed: true }
	}

	override componentDidCatch() {
		this.props.onFailure()
	}

	override render() {
		const { fallback, children } = this.props
		return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
	}
}

/**
 * Shows a dialog on the whole screen, with the page behind it inert. `isHeld` keeps it open against Escape and the back
 * gesture: those would end a recording by accident.
 */
function useDialog(isHeld: boolean, onClose: () => void) {
	const dialog = useRef<HTMLDialogElement>(null)
	useOpenDialog(dialog)
	return {
		ref: dialog,
		closedby: isHeld ? ('none' as const) : ('closerequest' as const),
		onKeyDown: (event: KeyboardEvent) => {
			// Browsers that do not know `closedby` allow only the first of two presses to be refused.
			if (isHeld && event.key === 'Escape') event.preventDefault()
		},
		onCancel: (event: { preventDefault: () => void; target: unknown; currentTarget: unknown }) => {
			// The parent removes the dialog. A file field inside would send the same event.
			if (event.target !== event.currentTarget) return
			event.preventDefault()
			if (!isHeld) onClose()
		},
		onClose: () => {
			if (isHeld) dialog.current?.showModal()
			else onClose()
		},
	}
}

function useOpenDialog(dialog: RefObject<HTMLDialogElement | null>) {
	useEffect(() => {
		const element = dialog.current
		const before = document.activeElement
		element?.showModal()
		return () => {
			element?.close()
			if (before instanceof HTMLElement) before.focus()
		}
	}, [dialog])
}
