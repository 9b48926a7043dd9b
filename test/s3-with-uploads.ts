import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { openS3, type S3Server } from './s3.ts'

/** An S3 server that also tells of files on their way, and forgets them when told. */
export type S3WithUploads = S3Server & {
	/** Keys of the files on their way, in order. */
	uploads(): Promise<string[]>
	/** Makes one look as if it had begun so many milliseconds ago. */
	backdate(key: string, milliseconds: number): Promise<void>
}

/** Few, so that a test sees whether the pages are turned. */
const pageSize = 2

/**
 * s3rver takes files in parts but neither lists nor ends them. This front answers those two requests out of s3rver's own
 * folder, in the words of S3's reference, and passes everything else on.
 */
export async function openS3WithUploads(): Promise<S3WithUploads> {
	const behind = await openS3()
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
		// The host stays as it was signed; whoever waits for leave to send was given it here.
		const { expect: _, ...kept } = headers
		const onward = http.request({ hostname, port, method, path, headers: kept }, (reply) => {
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
