import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type S3Server, startS3Server } from './s3-server.ts'

/** An S3 server that also lists and aborts multipart uploads. */
export type S3MultipartServer = S3Server & {
	/** Keys of the multipart uploads in progress, in order. */
	uploads(): Promise<string[]>
	/** Makes an upload appear to have begun that many milliseconds ago. */
	backdate(key: string, milliseconds: number): Promise<void>
}

/** A small page size, so that tests cover pagination. */
const pageSize = 2

/**
 * s3rver accepts multipart uploads but neither lists nor aborts them. This proxy answers those two requests from
 * s3rver's folder in S3's format, and forwards all others.
 */
export async function startS3MultipartServer(): Promise<S3MultipartServer> {
	const behind = await startS3Server()
	const { S3_ENDPOINT = '', S3_BUCKET: bucket = '' } = behind.settings
	const target = new URL(S3_ENDPOINT)
	const folder = join(behind.folder, bucket, '._S3rver_uploads')

	async function begun() {
		const names = await readdir(folder).catch(() => [])
		const all = names.map(async (id) => ({
			id,
			key: await readFile(join(folder, id, 'key'), 'utf8'),
			since: (await stat(join(folder, id, 'key'))).mtime,
		}))
		return (await Promise.all(all)).sort((a, b) => (a.key < b.key ? -1 : 1))
	}

	async function list(query: URLSearchParams, answer: ServerResponse) {
		const [prefix, after] = [query.get('prefix') ?? '', query.get('key-marker') ?? '']
		const wanted = (await begun()).filter(({ key }) => key.startsWith(prefix) && key > after)
		const page = wanted.slice(0, pageSize)
		const last = page.at(-1)
		const rest =
			wanted.length > page.length
				? `<NextKeyMarker>${last?.key}</NextKeyMarker><NextUploadIdMarker>${last?.id}</NextUploadIdMarker>`
				: ''
		const uploads = page.map(
			({ id, key, since }) =>
				`<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${since.toISOString()}</Initiated></Upload>`,
		)
		answer.setHeader('content-type', 'application/xml')
		answer.end(
			`<ListMultipartUploadsResult><Bucket>${bucket}</Bucket><IsTruncated>${rest !== ''}</IsTruncated>${rest}${uploads.join('')}</ListMultipartUploadsResult>`,
		)
	}

	async function end(id: string, answer: ServerResponse) {
		await rm(join(folder, id), { recursive: true })
		answer.writeHead(204).end()
	}

	function pass(request: IncomingMessage, answer: ServerResponse) {
		const { method, url: path, headers } = request
		const { hostname, port } = target
		// The host must stay as signed; `Expect: 100-continue` has already been answered here.
		const { expect: _, ...kept } = headers
		// A connection that s3rver closes while it is idle must not be used again.
		const onward = http.request({ hostname, port, method, path, headers: kept, agent: false }, (reply) => {
			answer.writeHead(reply.statusCode ?? 502, reply.headers)
			reply.pipe(answer)
		})
		onward.on('error', () => answer.destroy())
		request.pipe(onward)
	}

	const front = http.createServer((request, answer) => {
		const { searchParams } = new URL(request.url ?? '/', S3_ENDPOINT)
		const id = searchParams.get('uploadId')
		if (request.method === 'GET' && searchParams.has('uploads')) void list(searchParams, answer)
		else if (request.method === 'DELETE' && id) void end(id, answer)
		else pass(request, answer)
	})
	// The same for connections of the program: they stay open until this server closes.
	front.keepAliveTimeout = 0
	await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
	const address = front.address()
	const port = typeof address === 'object' && address ? address.port : 0
	return {
		...behind,
		settings: { ...behind.settings, S3_ENDPOINT: `http://127.0.0.1:${port}` },
		uploads: async () => (await begun()).map(({ key }) => key),
		async backdate(key, milliseconds) {
			const one = (await begun()).find((upload) => upload.key === key)
			const then = new Date(Date.now() - milliseconds)
			await utimes(join(folder, one?.id ?? 'none', 'key'), then, then)
		},
		async close() {
			front.closeAllConnections()
			await new Promise((resolve) => front.close(resolve))
			await behind.close()
		},
	}
}
