import { randomBytes } from 'node:crypto'
import type { UploadAnswer } from '#shared/form/submission-api.ts'

/** A running program, or the program without a socket. */
type App = { url: string; fetch: typeof fetch }

type Answer = { status: number; headers: Headers; body: UploadAnswer & { error?: { code: string; fields?: object } } }

/** Bytes that begin like a WebM. */
export function webm(length: number): Buffer {
	return Buffer.concat([Buffer.from('1a45dfa3', 'hex'), randomBytes(length - 4)])
}

/** Calls `upload`. */
export async function askForUpload(
	app: App,
	body: Record<string, unknown>,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const answer = await app.fetch(`${app.url}/functions/v1/upload`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	})
	return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] }
}

/** Sends a file by TUS in one request, under the token of an upload. */
export function sendByTus(
	app: Pick<App, 'fetch'>,
	upload: UploadAnswer,
	bytes: Uint8Array,
	type = 'video/mp4',
): Promise<Response> {
	const base64 = (text: string) => Buffer.from(text).toString('base64')
	return app.fetch(upload.url, {
		method: 'POST',
		headers: {
			'tus-resumable': '1.0.0',
			'x-signature': upload.token,
			'upload-length': String(bytes.length),
			'upload-metadata': `bucketName ${base64(upload.bucket)},objectName ${base64(upload.name)},contentType ${base64(type)}`,
			'content-type': 'application/offset+octet-stream',
		},
		body: new Uint8Array(bytes),
	})
}

/**
 * Uploads a recording for an open form.
 * @returns the id that `submit` names
 */
export async function uploadRecording(
	app: App,
	form: string,
	kind: 'video' | 'audio',
	bytes: Uint8Array,
	type = `${kind}/mp4`,
): Promise<string> {
	const { status, body } = await askForUpload(app, { form, kind, bytes: bytes.length, type })
	if (status !== 201) throw new Error(`upload was answered ${status}`)
	const sent = await sendByTus(app, body, bytes, type)
	if (sent.status !== 201) throw new Error(`${sent.status} ${await sent.text()}`)
	return body.id
}
