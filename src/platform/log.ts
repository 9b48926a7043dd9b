import { writeSync } from 'node:fs'
import pino, { type Logger } from 'pino'

/** Fields of an error in the log: never a bound value, a header or a body. */
function describeError(error: unknown): Record<string, unknown> {
	if (!(error instanceof Error)) return { message: String(error) }
	const { name, message, stack, cause } = error
	const { code, routine } = error as { code?: unknown; routine?: unknown }
	return { name, message, code, routine, stack, ...(cause ? { cause: describeError(cause) } : {}) }
}

const reported = new WeakSet<object>()
/** Causes of an error that are looked at. */
const deepestCause = 5

/** Marks an error that a line of its own reports: lines with it are left out from now on, except at the level `debug`. */
export function markReported(error: unknown): void {
	if (typeof error === 'object' && error !== null) reported.add(error)
}

/** True when the error of a line was reported, itself or as a cause. */
function isReported(fields: unknown): boolean {
	let error = (fields as { err?: unknown } | null)?.err
	for (let depth = 0; error instanceof Error && depth < deepestCause; depth++) {
		if (reported.has(error)) return true
		error = error.cause
	}
	return false
}

/** Bytes of lines buffered while they cannot be written; later ones are dropped. */
const maxBacklogBytes = 1 << 20

/** An address of e-mail, also in a URL. It begins where its characters begin, which keeps the time linear in the length of a line. */
const address =
	/(?<![\p{L}\p{N}.!#$%&'*+?^_`|~-])[\p{L}\p{N}.!#$%&'*+?^_`|~-]+(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,9}\p{L}[\p{L}\p{N}-]{1,62}/giu

/** Hides addresses: mail servers, databases and programs of others name them in their errors. */
export function withoutAddresses(line: string): string {
	return /@|%40/.test(line) ? line.replace(address, '[address]') : line
}

/** JSON lines without addresses of e-mail; pretty-printed on a terminal if pino-pretty is installed. */
export function createLog(level: string): Logger {
	const { options, output } = openOutput(level)
	return pino(options, output)
}

/** Milliseconds after which the lines of a slow start are written, so that a long migration is no silence. */
const longestHold = 60_000
const errorLevel = 50

/**
 * A log whose first lines wait until `release` is called, so that the summary of a start comes before them. An error, the end of the
 * process and a minute release them, too.
 */
export function createHeldLog(level: string): { log: Logger; release: () => void } {
	const { options, output } = openOutput(level)
	let held: string[] | undefined = []
	const release = () => {
		clearTimeout(timer)
		process.removeListener('exit', release)
		// One write: at the end of the process, only the first of several would be on its way.
		const lines = held?.join('')
		held = undefined
		if (lines) output.write(lines)
	}
	const timer = setTimeout(release, longestHold).unref()
	// Before the listener of the output, which writes what it was given.
	process.prependListener('exit', release)
	const stream = {
		[pino.symbols.needsMetadataGsym]: true,
		lastLevel: 0,
		write(line: string) {
			if (!held) return output.write(line)
			held.push(line)
			if (stream.lastLevel >= errorLevel) release()
		},
	}
	return { log: pino(options, stream), release }
}

function openOutput(level: string): { options: pino.LoggerOptions; output: pino.DestinationStream } {
	const options: pino.LoggerOptions = {
		level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (label) => ({ level: label }) },
		serializers: { err: describeError },
		hooks: {
			streamWrite: withoutAddresses,
			logMethod(fields, write) {
				if (!isReported(fields[0]) || this.isLevelEnabled('debug')) write.apply(this, fields)
			},
		},
	}
	if (process.stdout.isTTY) {
		try {
			const transport = { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss', singleLine: true } }
			const { formatters: _, ...plain } = options
			const output = pino.transport(transport)
			// A closed terminal loses log lines; without a listener, the error would end the server.
			output.on('error', () => {
				// At process exit, it would retry the failed write endlessly.
				output.flushSync = () => {}
			})
			return { options: plain, output }
		} catch {
			// pino-pretty is a development dependency; an image without it logs JSON.
		}
	}
	return { options, output: standardOutput() }
}

/** Writes lines without blocking. A full disk or a stalled reader loses lines, and never holds up the server or its end. */
function standardOutput(): pino.DestinationStream {
	const output = pino.destination({ dest: 1, maxLength: maxBacklogBytes })
	output.on('error', () => {})
	// The library's own flush at process exit retries a failed write endlessly.
	output.flushSync = () => {
		const { _bufs: lines } = output as unknown as { _bufs: string[] }
		try {
			writeAll(lines.splice(0).join(''))
		} catch {
			// The lines are lost, as above.
		}
	}
	return output
}

const maxWaits = 20
const waitMilliseconds = 50

/** Writes to standard output; waits a second at most for the reader of a full pipe. */
function writeAll(text: string): void {
	let rest = Buffer.from(text)
	for (let waits = 0; rest.length > 0; ) {
		try {
			rest = rest.subarray(writeSync(1, rest))
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || ++waits > maxWaits) throw error
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMilliseconds)
		}
	}
}
