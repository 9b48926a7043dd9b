import { RecordingRejected } from '#platform/media/recordings/recording-rejected.ts'

/** Most packets of a stream in one second; the shortest frames of Opus are 400. */
const maxPacketRate = 1000

/** Fields of a packet in the order in which ffprobe prints them. */
export const packetEntries = 'packet=stream_index,pts_time,dts_time,duration_time,size,flags'

/** Measured times of a stream, in seconds of the file. */
export type StreamTimes = {
	start: number
	end: number
	packets: number
	bytes: number
	/** Mean and longest time from one packet to the next. */
	meanInterval: number
	longestInterval: number
	shortestInterval: number
	longestKeyInterval: number
	/** True when packets are left out by an edit list. */
	hasCuts: boolean
}

/** Measures streams by the packets that ffprobe prints, as the durations in headers may be missing or wrong. */
export class PacketTimes {
	readonly #maxSeconds: number
	readonly #streams: Map<number, { times: number[]; keys: number[]; end: number; bytes: number; hasCuts: boolean }>
	#rest = ''
	#packets = 0
	#start = Number.POSITIVE_INFINITY

	/** @param maxSeconds longest recording */
	constructor(indexes: number[], maxSeconds: number) {
		this.#maxSeconds = maxSeconds
		this.#streams = new Map(indexes.map((index) => [index, { times: [], keys: [], end: 0, bytes: 0, hasCuts: false }]))
	}

	/** Takes the next part of ffprobe's CSV. @throws RecordingRejected `too_long`, `unreadable` as soon as it is certain */
	add(chunk: Buffer): void {
		const lines = (this.#rest + chunk.toString('latin1')).split('\n')
		this.#rest = lines.pop() ?? ''
		for (const line of lines) if (line) this.#addPacket(line.split(','))
	}

	#addPacket([index, pts, dts, duration, size, flags = '']: string[]): void {
		if (++this.#packets > (this.#maxSeconds + 10) * maxPacketRate)
			throw new RecordingRejected('unreadable', 'the file has too many packets')
		const stream = this.#streams.get(Number(index))
		if (!stream) return
		const time = [pts, dts].map((text) => Number.parseFloat(text ?? '')).find(Number.isFinite) ?? 0
		stream.bytes += Number(size) || 0
		if (flags.includes('D')) {
			stream.hasCuts = true
			return
		}
		stream.times.push(time)
		if (flags.startsWith('K')) stream.keys.push(time)
		stream.end = Math.max(stream.end, time + (Number.parseFloat(duration ?? '') || 0))
		this.#start = Math.min(this.#start, time)
		if (stream.end - this.#start > this.#maxSeconds)
			throw new RecordingRejected('too_long', `more than ${this.#maxSeconds} s`)
	}

	/** Times of a stream; nothing when it has no packet. */
	of(index: number | undefined): StreamTimes | undefined {
		const stream = this.#streams.get(index ?? -1)
		const [first] = stream?.times ?? []
		if (!stream || first === undefined) return undefined
		const times = Float64Array.from(stream.times).sort()
		const start = times[0] ?? first
		const last = times.at(-1) ?? first
		const intervals = times.subarray(1).map((time, i) => time - (times[i] ?? 0))
		const meanInterval = intervals.length > 0 ? (last - start) / intervals.length : 0
		return {
			start,
			end: Math.max(stream.end, last + meanInterval),
			packets: times.length,
			bytes: stream.bytes,
			meanInterval,
			longestInterval: intervals.reduce((a, b) => Math.max(a, b), 0),
			shortestInterval: intervals.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
			longestKeyInterval: longestGap([...stream.keys, last]),
			hasCuts: stream.hasCuts,
		}
	}
}

const longestGap = (times: number[]) =>
	times.reduce((longest, time, i) => Math.max(longest, time - (times[i - 1] ?? time)), 0)
