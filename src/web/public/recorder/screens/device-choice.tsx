import { useEffect, useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { Icon } from '#web/public/page-shell/icons.tsx'
import { type ChosenDevices, cameraSide, listDevices } from '#web/public/recorder/capture/devices.ts'
import { down } from '#web/public/recorder/icons.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'

type Choice = { id: string; label: string }

/** The camera and the microphone in use, and the others. */
export function DeviceChoice() {
	const { words, kind, recorder } = useRecorderContext()
	const { stream } = recorder
	const { cameras, microphones } = useDeviceList(stream)
	const idOf = (track: MediaStreamTrack | undefined) => track?.getSettings().deviceId
	const chosen: ChosenDevices = {
		camera: idOf(stream?.getVideoTracks()[0]),
		microphone: idOf(stream?.getAudioTracks()[0]),
	}
	return (
		<div className="devices">
			{kind === 'video' ? (
				<Select
					label={words.camera}
					choices={cameras}
					chosen={chosen.camera}
					onChoose={(camera) => recorder.check({ ...chosen, camera })}
				/>
			) : null}
			<Select
				label={words.microphone}
				choices={microphones}
				chosen={chosen.microphone}
				onChoose={(microphone) => recorder.check({ ...chosen, microphone })}
			/>
		</div>
	)
}

/** The devices with names, again whenever one is plugged in or out. */
function useDeviceList(stream: MediaStream | undefined): { cameras: Choice[]; microphones: Choice[] } {
	const { words } = useRecorderContext()
	const [list, setList] = useState<{ cameras: Choice[]; microphones: Choice[] }>({ cameras: [], microphones: [] })
	useEffect(() => {
		const sides = { front: words.frontCamera, back: words.backCamera }
		const read = async () => {
			const { cameras, microphones } = await listDevices()
			const seen = cameras.map(({ label }) => cameraSide(label))
			setList({
				cameras: cameras.map(({ deviceId, label }, index) => {
					const side = seen[index]
					// Phones with several cameras on a side need their own names to be told apart.
					const isOnly = side && seen.filter((other) => other === side).length === 1
					const own = label || interpolate(words.someCamera, { n: index + 1 })
					return { id: deviceId, label: isOnly ? sides[side] : own }
				}),
				microphones: microphones.map(({ deviceId, label }, index) => ({
					id: deviceId,
					label: label || interpolate(words.someMicrophone, { n: index + 1 }),
				})),
			})
		}
		if (stream) void read()
		navigator.mediaDevices.addEventListener('devicechange', read)
		return () => navigator.mediaDevices.removeEventListener('devicechange', read)
	}, [stream, words])
	return list
}

function Select(props: {
	label: string
	choices: Choice[]
	chosen: string | undefined
	onChoose: (id: string) => void
}) {
	return (
		<label className="pickone">
			<span className="vh">{props.label}</span>
			<select value={props.chosen} onChange={(event) => props.onChoose(event.target.value)}>
				{props.choices.map(({ id, label }) => (
					<option key={id} value={id}>
						{label}
					</option>
				))}
			</select>
			<Icon drawing={down} />
		</label>
	)
}
