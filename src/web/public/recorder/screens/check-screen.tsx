import { useEffect, useRef, useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { alert, Icon } from '#web/public/page-shell/icons.tsx'
import { estimateBytes } from '#web/public/recorder/capture/codecs.ts'
import { findRoom, type Room } from '#web/public/recorder/capture/room.ts'
import { check } from '#web/public/recorder/icons.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { DeviceChoice } from './device-choice.tsx'
import { Frame } from './frame.tsx'
import { Level } from './level.tsx'

const silentAfterMs = 4000

/** Picture, sound and room, before anything is recorded. */
export function CheckScreen() {
	const { words, kind, maxSeconds, recorder, leave, onChooseFile } = useRecorderContext()
	const [room, setRoom] = useState<Room>()
	const { isHeard, isSilent, onHeard } = useHearing(recorder.stream)
	useEffect(() => {
		findRoom(estimateBytes(kind, maxSeconds)).then(setRoom)
	}, [kind, maxSeconds])
	const isShort = room && room.state !== 'enough'
	const isVideo = kind === 'video'
	return (
		<Frame
			title={isVideo ? words.check : words.checkVoice}
			spoken={isVideo ? words.checkSpoken : words.checkVoiceSpoken}
			leave={{ label: words.close, act: leave }}
		>
			<div className="side prompt">
				<p>{isSilent ? words.silent : words.sayAWord}</p>
				<small>{isSilent ? words.silentHint : words.notYet}</small>
			</div>
			<div className="deck">
				<Level note={isHeard ? words.heard : words.silence} onHeard={onHeard} />
				<DeviceChoice />
				{room ? <RoomNote room={room} /> : null}
				<div className="row">
					<button className="btn first" type="button" data-focus onClick={() => recorder.show({ name: 'countdown' })}>
						{isShort ? words.startAnyway : words.start}
					</button>
					{isShort ? (
						<button className="btn" type="button" onClick={onChooseFile}>
							{words.chooseFile}
						</button>
					) : null}
				</div>
			</div>
		</Frame>
	)
}

/** Whether a voice was heard at all, and whether silence has lasted for some seconds. */
function useHearing(stream: MediaStream | undefined) {
	const [isHeard, setHeard] = useState(false)
	const [isSilent, setSilent] = useState(false)
	const { say, words } = useRecorderContext()
	const timer = useRef(0)
	useEffect(() => {
		setHeard(false)
		setSilent(false)
		if (!stream) return
		timer.current = window.setTimeout(() => setSilent(true), silentAfterMs)
		return () => clearTimeout(timer.current)
	}, [stream])
	const onHeard = () => {
		clearTimeout(timer.current)
		setSilent(false)
		setHeard(true)
	}
	useEffect(() => {
		if (isHeard) say(words.heard)
		else if (isSilent) say(`${words.silent} ${words.silentHint}`)
	}, [isHeard, isSilent, say, words])
	return { isHeard, isSilent, onHeard }
}

function RoomNote({ room }: { room: Room }) {
	const { words, lang } = useRecorderContext()
	if (room.state === 'enough')
		return (
			<p className="ready">
				<Icon drawing={check} />
				<span>{words.room}</span>
			</p>
		)
	const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000).toLocaleString(lang)
	return (
		<p className="ready no" role="status">
			<Icon drawing={alert} />
			<span>
				{room.state === 'refused'
					? words.noRoom
					: interpolate(words.littleRoom, { free: megabytes(room.free), need: megabytes(room.needed) })}
			</span>
		</p>
	)
}
