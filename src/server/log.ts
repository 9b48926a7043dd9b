import type { EventEmitter } from 'node:events'
import pino, { type Logger } from 'pino'

/** What an error may show in the log: never a bound value, a header or a body. */
function describeError(error: unknown): Record<string, unknown> {
	if (!(error instanceof Error)) return { message: String(error) }
	const { name, message, stack, cause } = error
	const { code, routine } = error as { code?: unknown; routine?: unknown }
	return { name, message, code, routine, stack, ...(cause ? { cause: describeError(cause) } : {}) }
}

/** Bytes of lines kept while they cannot be written; later ones are dropped. */
const longestBacklog = 1 << 20

/** JSON lines, pretty on a terminal where the printer is installed. */
export function createLog(level: string): Logger {
	const options: pino.LoggerOptions = {
		level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (label) => ({ level: label }) },
		serializers: { err: describeError },
	}
	if (process.stdout.isTTY) {
		try {
			const transport = { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } }
			const { formatters: _, ...plain } = options
			return pino(plain, survivingErrors(pino.transport(transport)))
		} catch {
			// The printer is a development dependency; an image without it logs JSON.
		}
	}
	const output = pino.destination({ dest: 1, maxLength: longestBacklog })
	return pino(options, survivingErrors(output))
}

/** A closed terminal or a full disk loses lines of the log. Without a listener, the error would end the server. */
function survivingErrors<Output extends EventEmitter & { flushSync(): void }>(
	output: Output,
): Output {
	return output.on('error', () => {
		// At the end of the process, it would repeat the failed write without an end.
		output.flushSync = () => {}
	})
}
