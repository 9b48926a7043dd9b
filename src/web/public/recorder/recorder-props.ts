import type { RecordingKind } from '#shared/form/public-form.ts'
import type { RecorderMessages } from '#web/i18n/en/recorder.ts'
import type { Take } from './takes/take.ts'

export type RecorderProps = {
	kind: RecordingKind
	/** Id of the form that keeps the takes. */
	formId: string
	maxSeconds: number
	/** Bytes that the server takes. */
	maxBytes: number
	/** Questions shown beside the lens; may be empty. */
	prompts: readonly string[]
	/** The form's question, the dialog's name. */
	title: string
	lang: string
	words: RecorderMessages
	/** The visitor uses the take; it is in state `accepted`. */
	onTake: (take: Take) => void
	/** Called within a click, so that it may open a file dialog. */
	onChooseFile: () => void
	onUseDeviceCamera: () => void
	onClose: () => void
	/** Given where the form accepts audio too: a visitor without a camera can record a voice. */
	onRecordAudio?: (() => void) | undefined
	/** Address of this page for another browser, with the draft where that is possible. */
	draftLink?: string | undefined
	/** Opens the review of a take that was kept. */
	resume?: string | undefined
	/** The first view of that take: its review, the choice of a part, or the cut to the first part that fits. */
	opens?: 'review' | 'part' | 'first' | undefined
}
