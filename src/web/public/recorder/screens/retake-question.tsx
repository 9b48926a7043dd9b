import { useEffect, useRef } from 'react'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'

/** Asks once before a take is thrown away; focus stands on the answer that keeps it. */
export function RetakeQuestion({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
	const { words, say } = useRecorderContext()
	const keep = useRef<HTMLButtonElement>(null)
	useEffect(() => {
		say(words.throwAway)
		keep.current?.focus()
	}, [say, words])
	return (
		<fieldset className="or">
			<legend>{words.throwAway}</legend>
			<button className="btn first" type="button" ref={keep} onClick={onNo}>
				{words.throwAwayNo}
			</button>
			<button className="btn" type="button" onClick={onYes}>
				{words.throwAwayYes}
			</button>
		</fieldset>
	)
}
