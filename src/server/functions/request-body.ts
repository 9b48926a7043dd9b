import type { IncomingMessage } from 'node:http'
import { AppError } from '#server/errors.ts'
import { BodyError, readStated, readWhole } from '#server/http/whole-body.ts'

const KiB = 1024
export const mostJsonBytes = 256 * KiB
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Refuses a body whose own statement of its length is too much, before a byte is read. */
export function refuseDeclaredLength(request: Request, most: number): void {
	if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most)
}

export function tooLarge(most: number, fields?: Record<string, string>): AppError {
	const size = most >= KiB * KiB ? `${Math.floor(most / KiB / KiB)} MiB` : `${most / KiB} KiB`
	return new AppError(413, 'payload_too_large', `The body is larger than ${size}.`, {
		...(fields ? { fields } : {}),
	})
}

/**
 * A small body as text; never more than `most` bytes are held.
 * @param ip who sends it, as the gateway names them
 * @throws AppError 413 when it is longer, 400 bad_json when it is not UTF-8
 */
export async function readSmallText(
	request: Request,
	ip: string,
	most = mostJsonBytes,
): Promise<string> {
	return decode(await worded(readWhole(request, most, ip), most))
}

/** @throws AppError 400 bad_json, also for a JSON value that is not an object */
export async function readJsonObject(
	request: Request,
	ip: string,
): Promise<Record<string, unknown>> {
	return parseObject(await readSmallText(request, ip))
}

/** The same at Node's own door, for a body whose stated length was found to be small. */
export async function readStatedObject(request: IncomingMessage): Promise<Record<string, unknown>> {
	return parseObject(decode(await worded(readStated(request), mostJsonBytes)))
}

async function worded(bytes: Promise<Buffer>, most: number): Promise<Buffer> {
	try {
		return await bytes
	} catch (cause) {
		if (!(cause instanceof BodyError)) throw cause
		if (cause.problem === 'large') throw tooLarge(most)
		const headers = { connection: 'close' }
		if (cause.problem === 'slow')
			throw new AppError(408, 'bad_request', `${cause.message}.`, { headers })
		if (cause.problem === 'crowded')
			throw new AppError(503, 'unavailable', `${cause.message}.`, { headers })
		throw new AppError(400, 'bad_json', `${cause.message}.`, { cause })
	}
}

function decode(bytes: Buffer): string {
	try {
		return utf8.decode(bytes)
	} catch (cause) {
		throw new AppError(400, 'bad_json', 'The body is not valid UTF-8.', { cause })
	}
}

function parseObject(text: string): Record<string, unknown> {
	let value: unknown
	try {
		value = JSON.parse(text)
	} catch (cause) {
		throw new AppError(400, 'bad_json', 'The body is not valid JSON.', { cause })
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw new AppError(400, 'bad_json', 'The body must be a JSON object.')
	return value as Record<string, unknown>
}
