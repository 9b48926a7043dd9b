import { useEffect, useState } from 'react'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { Frame, Prompt } from './frame.tsx'

const countFrom = 3

/** Three seconds to get ready, spoken once. They can be skipped. */
export function CountdownScreen() {
	const { words, kind, recorder } = useRecorderContext()
	const [left, setLeft] = useState(countFrom)
	// At zero the recording has already begun.
	const cancel = () => left > 0 && recorder.show({ name: 'check' })
	const { record } = recorder
	// biome-ignore lint/correctness/useExhaustiveDependencies: Each second counts once.
	useEffect(() => {
		if (left === 0) return void record()
		const timer = setTimeout(() => setLeft(left - 1), 1000)
		return () => clearTimeout(timer)
	}, [left])
	return (
		<Frame
			className="dim"
			title={words.ready}
			spoken={words.countdownSpoken}
			leave={{ label: words.cancel, act: cancel }}
		>
			<Prompt hint={kind === 'video' ? words.look : undefined} />
			<div className="mid">
				<span className="huge" aria-hidden="true" key={left}>
					{Math.max(1, left)}
				</span>
			</div>
			<div className="deck">
				<div className="row">
					<button className="btn first" type="button" data-focus onClick={() => setLeft(0)}>
						{words.startNow}
					</button>
					<button className="btn" type="button" onClick={cancel}>
						{words.cancel}
					</button>
				</div>
			</div>
		</Frame>
	)
}
