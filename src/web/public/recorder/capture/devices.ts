import type { RecordingKind } from '#shared/form/public-form.ts'

/** Device ids that the visitor chose; undefined leaves the choice to the browser. */
export type ChosenDevices = { camera?: string | undefined; microphone?: string | undefined }

/**
 * Asks for the devices of a recording: the microphone, and for a video the camera. A chosen device that is gone is
 * replaced by another.
 * @throws DOMException when the visitor or the system refuses, or there is none
 */
export async function openDevices(kind: RecordingKind, chosen: ChosenDevices): Promise<MediaStream> {
	try {
		return await navigator.mediaDevices.getUserMedia(constraints(kind, chosen))
	} catch (error) {
		const isGone = error instanceof Error && ['OverconstrainedError', 'NotFoundError'].includes(error.name)
		if (!isGone || !(chosen.camera || chosen.microphone)) throw error
		return navigator.mediaDevices.getUserMedia(constraints(kind, {}))
	}
}

function constraints(kind: RecordingKind, { camera, microphone }: ChosenDevices): MediaStreamConstraints {
	const audio = { echoCancellation: true, noiseSuppression: true, ...exactly(microphone) }
	if (kind === 'audio') return { audio }
	const picture = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } }
	return { audio, video: { ...picture, ...(camera ? exactly(camera) : { facingMode: 'user' }) } }
}

const exactly = (deviceId: string | undefined) => (deviceId ? { deviceId: { exact: deviceId } } : {})

/** Ends the use of the devices; their lights go out. */
export function closeDevices(stream: MediaStream | undefined): void {
	for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Cameras and microphones that can be chosen; their labels are known once one of them was allowed. */
export async function listDevices(): Promise<{ cameras: MediaDeviceInfo[]; microphones: MediaDeviceInfo[] }> {
	const all = await navigator.mediaDevices.enumerateDevices()
	const known = all.filter(({ deviceId }) => deviceId !== '')
	return {
		cameras: known.filter(({ kind }) => kind === 'videoinput'),
		microphones: known.filter(({ kind }) => kind === 'audioinput'),
	}
}

/** True when the picture is shown as in a mirror: every camera but one that looks away from the visitor. */
export function isMirrored(stream: MediaStream): boolean {
	return stream.getVideoTracks()[0]?.getSettings().facingMode !== 'environment'
}

/** Which side of a phone a camera is on, from its label; undefined for a camera that has its own name. */
export function cameraSide(label: string): 'front' | 'back' | undefined {
	if (/\b(front|user|facetime)\b/i.test(label) && !/hd|display/i.test(label)) return 'front'
	return /\b(back|rear|environment)\b/i.test(label) ? 'back' : undefined
}
