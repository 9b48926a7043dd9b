import { SlowBody } from './slow-body.ts'

/** How slowly a large body may come: milliseconds without a byte, and bytes a second on average once `patience` is over. */
export type Pace = { silence: number; patience: number; bytesPerSecond: number }

/** A photo from a valley with one bar of reception comes through; a byte now and then, to hold memory, does not. */
const slowest: Pace = { silence: 20_000, patience: 30_000, bytesPerSecond: 4096 }

/**
 * Every chunk costs memory of its own, so one that is kept in chunks of a byte would hold hundreds of times its size. No
 * client and no proxy sends so; the first few are not looked at.
 */
const crumbs = { chunks: 4096, averageBytes: 256 }

/**
 * The chunks of a body that may take long, but has to go on.
 * @throws SlowBody
 */
export async function* atPace(
	body: ReadableStream<Uint8Array>,
	{ silence, patience, bytesPerSecond }: Pace = slowest,
): AsyncGenerator<Uint8Array> {
	const reader = body.getReader()
	const started = performance.now()
	let size = 0
	let chunks = 0
	try {
		for (;;) {
			const { done, value } = await within(silence, reader.read())
			if (done) return
			size += value.byteLength
			const took = performance.now() - started
			if (took > patience && size < (took / 1000) * bytesPerSecond) throw tooSlow()
			if (++chunks > crumbs.chunks && size < chunks * crumbs.averageBytes) throw tooSlow()
			yield value
		}
	} finally {
		// What is still to come is not wanted any more.
		reader.cancel().catch(() => {})
	}
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(tooSlow()), milliseconds)
	})
	try {
		return await Promise.race([work, late])
	} finally {
		clearTimeout(timer)
	}
}

function tooSlow(): SlowBody {
	return new SlowBody('The body takes too long')
}
