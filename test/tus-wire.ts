import type { Platform } from './platform.ts'

/** TUS requests as bytes on the wire, so that a test can say what no client would. */
export type TusWire = {
	/** POST; `place` becomes Upload-Metadata. @returns the answer and where the upload lives */
	create(
		place: Record<string, string>,
		headers?: Record<string, string>,
		body?: Buffer,
	): Promise<{ answer: Response; at: string }>
	/** Creates an upload of some length that must be taken. @returns where it lives */
	begin(name: string, length: number, headers?: Record<string, string>): Promise<string>
	patch(
		at: string,
		offset: number,
		body: Buffer | ReadableStream,
		headers?: Record<string, string>,
	): Promise<Response>
	head(at: string, headers?: Record<string, string>): Promise<Response>
	call(method: string, at: string, headers?: Record<string, string>): Promise<Response>
}

const path = '/storage/v1/upload/resumable'

/** @param token whose requests these are; the anonymous key's when left out */
export function tusWire(
	{ url, deps }: Pick<Platform, 'url' | 'deps'>,
	bucket: string,
	token?: string,
): TusWire {
	const { anonKey } = deps.keys
	const own = {
		apikey: anonKey,
		authorization: `Bearer ${token ?? anonKey}`,
		'tus-resumable': '1.0.0',
	}
	const call: TusWire['call'] = (method, at, headers = {}) =>
		fetch(at, { method, headers: { ...own, ...headers } })

	const create: TusWire['create'] = async (place, headers = {}, body) => {
		const metadata = Object.entries({ bucketName: bucket, ...place })
			.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
			.join(',')
		const answer = await fetch(`${url}${path}${headers['x-signature'] ? '/sign' : ''}`, {
			method: 'POST',
			headers: { ...own, 'upload-metadata': metadata, ...headers },
			...(body ? { body: new Uint8Array(body) } : {}),
		})
		return { answer, at: answer.headers.get('location') ?? '' }
	}
	return {
		call,
		create,
		async begin(name, length, headers = {}) {
			const { answer, at } = await create(
				{ objectName: name },
				{ 'upload-length': String(length), ...headers },
			)
			if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
			return at
		},
		patch: (at, offset, body, headers = {}) =>
			fetch(at, {
				method: 'PATCH',
				headers: {
					...own,
					'upload-offset': String(offset),
					'content-type': 'application/offset+octet-stream',
					...headers,
				},
				body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
				duplex: 'half',
			} as RequestInit),
		head: (at, headers) => call('HEAD', at, headers),
	}
}
