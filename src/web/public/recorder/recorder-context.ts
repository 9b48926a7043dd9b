import { createContext, use } from 'react'
import type { RecorderProps } from './recorder-props.ts'
import type { RecorderActions } from './use-recorder.ts'

type RecorderState = RecorderProps & {
	recorder: RecorderActions
	/** Speaks a text once, politely. */
	say: (text: string) => void
	/** The question that is shown, and the later ones. */
	shownPrompts: readonly string[]
	nextPrompt: () => void
	/** Closes the recorder. A take that was recorded stays in the store. */
	leave: () => void
}

export const RecorderContext = createContext<RecorderState | null>(null)

/** The state that all screens of the recorder share. */
export function useRecorderContext(): RecorderState {
	const context = use(RecorderContext)
	if (!context) throw new Error('A screen of the recorder stands outside of it.')
	return context
}
