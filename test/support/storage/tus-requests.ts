import type { PlatformApp } from '#test/support/platform-app.ts'

/** TUS requests as raw bytes, so that tests can send what no client would. */
export type TusRequests = {
	/**
	 * POST; `place` becomes Upload-Metadata.
	 * @returns the response and the upload's URL
	 */
	create(
		place: Record<string, string>,
		headers?: Record<string, string>,
		body?: Buffer,
	): Promise<{ answer: Response; at: string }>
	/**
	 * Creates an upload, which must be accepted.
	 * @returns its URL
	 */
	begin(name: string, length: number, headers?: Record<string, string>): Promise<string>
	patch(at: string, offset: number, body: Buffer | ReadableStream, headers?: Record<string, string>): Promise<Response>
	head(at: string, headers?: Record<string, string>): Promise<Response>
	call(method: string, at: string, headers?: Record<string, string>): Promise<Response>
}

const path = '/storage/v1/upload/resumable'

/** @param token defaults to the anonymous key */
export function createTusRequests(
	{ url, deps }: Pick<PlatformApp, 'url' | 'deps'>,
	bucket: string,
	token?: string,
): TusRequests {
	const { anonKey } = deps.keys
	const own = {
		apikey: anonKey,
		authorization: `Bearer ${token ?? anonKey}`,
		'tus-resumable': '1.0.0',
	}
	const call: TusRequests['call'] = (method, at, headers = {}) => fetch(at, { method, headers: { ...own, ...headers } })

	const create: TusRequests['create'] = async (place, headers = {}, body) => {
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
			const { answer, at } = await create({ objectName: name }, { 'upload-length': String(length), ...headers })
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
