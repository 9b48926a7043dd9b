import type { EventEmitter } from 'node:events'
import pino, { type Logger } from 'pino'

/** Fields of an error in the log: never a bound value, a header or a body. */
function describeError(error: unknown): Record<string, unknown> {
	if (!(error instanceof Error)) return { message: String(error) }
	const { name, message, stack, cause } = error
	const { code, routine } = error as { code?: unknown; routine?: unknown }
	return { name, message, code, routine, stack, ...(cause ? { cause: describeError(cause) } : {}) }
}

/** Bytes of lines buffered while they cannot be written; later ones are dropped. */
const maxBacklogBytes = 1 << 20

/** JSON lines; pretty-printed on a terminal if pino-pretty is installed. */
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
			return pino(plain, ignoringWriteErrors(pino.transport(transport)))
		} catch {
			// pino-pretty is a development dependency; an image without it logs JSON.
		}
	}
	const output = pino.destination({ dest: 1, maxLength: maxBacklogBytes })
	return pino(options, ignoringWriteErrors(output))
}

/** A closed terminal or a full disk loses log lines. Without a listener, the error would end the server. */
function ignoringWriteErrors<Output extends EventEmitter & { flushSync(): void }>(output: Output): Output {
	return output.on('error', () => {
		// At process exit, it would retry the failed write endlessly.
		output.flushSync = () => {}
	})
}
