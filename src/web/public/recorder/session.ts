import type { DeviceProblem } from './capture/device-problem.ts'
import type { EndReason, PauseReason } from './capture/recording.ts'
import type { Take } from './takes/take-store.ts'

/** The screens of the recorder. Each state has its own screen and is spoken once. */
export type Screen =
	| { name: 'opening' }
	| { name: 'problem'; problem: DeviceProblem }
	| { name: 'check' }
	| { name: 'countdown' }
	| { name: 'recording' }
	| { name: 'paused'; reason: PauseReason }
	| { name: 'saving' }
	| { name: 'review'; take: Take; reason: EndReason | 'kept' | 'cut-failed' }
	/** `isAtOnce`: the first part that fits is cut and used without a press. */
	| { name: 'trim'; take: Take; isAtOnce?: boolean }

/** Screens that a key or the back gesture must not close. */
export function isHeld({ name }: Screen): boolean {
	return name === 'recording' || name === 'paused' || name === 'saving'
}
