import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { BodyError } from '#platform/http/body/read-body.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

const KiB = 1024
const maxJsonBytes = 256 * KiB
const utf8 = new TextDecoder('utf-8', { fatal: true })

export type JsonObject = Record<string, unknown>

export function tooLarge(maxBytes: number, fields?: Record<string, string>): AppError {
	const isMiB = maxBytes >= KiB * KiB
	const size = isMiB ? `${Math.floor(maxBytes / KiB / KiB)} MiB` : `${maxBytes / KiB} KiB`
	return new AppError(413, 'payload_too_large', `The body is larger than ${size}.`, {
		...(fields ? { fields } : {}),
	})
}

/** @throws AppError 413, 408, 503, or 400 bad_json when it is not UTF-8 */
export async function readText(x: Exchange, maxBytes = maxJsonBytes): Promise<string> {
	const bytes = await x.bytes(maxBytes).catch((error) => {
		throw toAppError(error, maxBytes)
	})
	try {
		return utf8.decode(bytes)
	} catch (cause) {
		throw new AppError(400, 'bad_json', 'The body is not valid UTF-8.', { cause })
	}
}

/** @throws AppError as `readText`, and 400 bad_json for anything but a JSON object */
export async function readJsonObject(x: Exchange, maxBytes = maxJsonBytes): Promise<JsonObject> {
	const text = await readText(x, maxBytes)
	let value: unknown
	try {
		value = parseShallowJson(text)
	} catch (cause) {
		throw new AppError(400, 'bad_json', 'The body is not valid JSON.', { cause })
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw new AppError(400, 'bad_json', 'The body must be a JSON object.')
	return value as JsonObject
}

function toAppError(error: unknown, maxBytes: number): unknown {
	if (!(error instanceof BodyError)) return error
	const { problem, message } = error
	if (problem === 'large') return tooLarge(maxBytes)
	const headers = { connection: 'close' }
	if (problem === 'slow') return new AppError(408, 'bad_request', `${message}.`, { headers })
	if (problem === 'broken') return new AppError(400, 'bad_json', `${message}.`, { cause: error })
	return new AppError(503, 'unavailable', `${message}.`, { headers })
}
