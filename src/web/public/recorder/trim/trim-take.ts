import {
	BlobSource,
	Conversion,
	ConversionCanceledError,
	EncodedPacketSink,
	Input,
	Output,
	StreamTarget,
} from 'mediabunny'
import {
	appendChunk,
	deleteTake,
	finishTake,
	readTake,
	startTake,
	type Take,
} from '#web/public/recorder/takes/take-store.ts'
import { inputFormats, outputFor } from './part-formats.ts'

/** A part of a take, in seconds. */
export type Part = { from: number; to: number }

/** The left-out part that may remain so that nothing has to be encoded again, in seconds. */
const tolerance = 0.04
const chunkSize = 1024 * 1024

/** The visitor cancelled; the take is as it was. */
export class TrimCancelled extends Error {}

/**
 * Writes a part of a take as a new take of the same form, and deletes the whole one. Where the browser cannot encode, the
 * part starts at a key frame; it never contains what was left out.
 * @throws TrimCancelled after `signal`, another error when the recording cannot be cut; the whole take is then kept
 */
export async function trimTake(
	formId: string,
	take: Take,
	{ from, to }: Part,
	{ isExact, signal, onProgress }: { isExact: boolean; signal: AbortSignal; onProgress: (part: number) => void },
): Promise<Take> {
	const input = await openTake(take)
	const { format, mime } = outputFor(await input.getFormat(), take)
	const part = await startTake(formId, { kind: take.kind, mime })
	try {
		const output = new Output({
			format,
			target: new StreamTarget(intoTake(part.id), { chunked: true, chunkSize }),
		})
		const conversion = await Conversion.init({
			input,
			output,
			trim: { start: from, end: to },
			video: { forceTranscode: isExact && !(await canCopyFrom(input, from)) },
			copy: isExact
				? { boundaryPolicy: 'shrink', boundaryTolerance: tolerance, shiftTolerance: tolerance }
				: { mode: 'forced', boundaryPolicy: 'shrink', shiftTolerance: Number.POSITIVE_INFINITY },
			showWarnings: false,
		})
		if (!conversion.isValid || conversion.discardedTracks.length > 0) throw new Error('The recording cannot be cut.')
		conversion.onProgress = onProgress
		signal.addEventListener('abort', () => void conversion.cancel())
		signal.throwIfAborted()
		await conversion.execute()
		const trimmed = await finishTake(part.id, await lengthOf(part, (await input.getTracks()).length))
		await deleteTake(take.id)
		return trimmed
	} catch (error) {
		await deleteTake(part.id)
		throw error instanceof ConversionCanceledError || signal.aborted ? new TrimCancelled() : error
	} finally {
		input.dispose()
	}
}

/** True when a copy may begin at a second. The library copies no picture at all where no key frame follows. */
async function canCopyFrom(input: Input, from: number): Promise<boolean> {
	const track = await input.getPrimaryVideoTrack()
	if (from === 0 || !track) return true
	const packet = await new EncodedPacketSink(track).getKeyPacket(from + tolerance, { metadataOnly: true })
	return packet !== null && packet.timestamp >= from
}

/** True when this browser can decode and encode the picture, so that a cut may be anywhere. Sound can be cut anywhere. */
export async function canCutAnywhere(take: Take): Promise<boolean> {
	const input = await openTake(take)
	try {
		const track = await input.getPrimaryVideoTrack()
		if (!track) return true
		if (!('VideoEncoder' in window) || !(await track.canDecode())) return false
		const config = await track.getDecoderConfig()
		if (!config) return false
		const { codec, codedWidth: width = 1280, codedHeight: height = 720 } = config
		return Boolean((await VideoEncoder.isConfigSupported({ codec, width, height })).supported)
	} finally {
		input.dispose()
	}
}

/** The seconds at which a cut without encoding may start. */
export async function findKeyFrames(take: Take): Promise<number[]> {
	const input = await openTake(take)
	try {
		const track = await input.getPrimaryVideoTrack()
		if (!track) return []
		const sink = new EncodedPacketSink(track)
		const times: number[] = []
		let packet = await sink.getFirstKeyPacket({ metadataOnly: true })
		while (packet) {
			times.push(packet.timestamp)
			packet = await sink.getNextKeyPacket(packet, { metadataOnly: true })
		}
		return times
	} finally {
		input.dispose()
	}
}

async function openTake({ id }: Take): Promise<Input> {
	return new Input({ source: new BlobSource(await readTake(id)), formats: inputFormats })
}

/** Length of a part. @throws Error when it lacks picture or sound, so that the whole take is not deleted for it */
async function lengthOf(part: Take, expectedTracks: number): Promise<number> {
	const input = await openTake(part)
	try {
		const tracks = await input.getTracks()
		const first = tracks.map((track) => new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true }))
		const filled = (await Promise.all(first)).filter((packet) => packet !== null)
		if (filled.length < expectedTracks) throw new Error('The part lacks its picture or its sound.')
		return await input.computeDuration()
	} finally {
		input.dispose()
	}
}

function intoTake(id: string): WritableStream<{ data: Uint8Array<ArrayBuffer> }> {
	return new WritableStream({
		write: async ({ data }) => {
			if (!(await appendChunk(id, new Blob([data])))) throw new DOMException('The disk is full.', 'QuotaExceededError')
		},
	})
}
