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
import { LiveWave } from './live-wave.tsx'

/** Louder than the noise of a quiet room. */
const voice = 0.3
/** Levels of four seconds. */
const silentAfter = 40

/** Picture, sound and room, before anything is recorded. */
export function CheckScreen() {
	const { words, kind, maxSeconds, recorder, leave, onChooseFile } = useRecorderContext()
	const [room, setRoom] = useState<Room>()
	const { hearing, onLevel } = useHearing(recorder.stream)
	const isSilent = hearing === 'silent'
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
			{isVideo ? null : (
				<div className="mid">
					<LiveWave />
				</div>
			)}
			<div className="deck">
				<Level note={hearing && (isSilent ? words.silence : words.heard)} onLevel={onLevel} />
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

/** True when a voice was heard at all, or silence has lasted for some seconds; undefined before, and where it cannot be told. */
function useHearing(stream: MediaStream | undefined) {
	const [hearing, setHearing] = useState<'heard' | 'silent'>()
	const { say, words } = useRecorderContext()
	const levels = useRef(0)
	// biome-ignore lint/correctness/useExhaustiveDependencies: Another stream is another microphone.
	useEffect(() => {
		setHearing(undefined)
		levels.current = 0
	}, [stream])
	const onLevel = (loudness: number) => {
		if (loudness > voice) setHearing('heard')
		else if (++levels.current > silentAfter) setHearing((before) => before ?? 'silent')
	}
	useEffect(() => {
		if (hearing) say(hearing === 'heard' ? words.heard : `${words.silent} ${words.silentHint}`)
	}, [hearing, say, words])
	return { hearing, onLevel }
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
