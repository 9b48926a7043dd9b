import { timingSafeEqual } from 'node:crypto'
import { open, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

/** The purge hook of an nginx in front: docs/self-hosting.md, Behind a CDN. Run: `CDN_PURGE_TOKEN=… node tools/nginx-purge.ts --folder /var/cache/nginx/plaudit --port 3080`. */
const purge = z.object({ keys: z.array(z.string().regex(/^[\w-]{1,100}$/)).max(1000) })
/** The head of a cached file: nginx's own, the key, and the headers of the answer. */
const headBytes = 16 * 1024
const maxBodyBytes = 128 * 1024
const { values } = parseArgs({
	options: {
		folder: { type: 'string', default: '/var/cache/nginx/plaudit' },
		port: { type: 'string', default: '3080' },
	},
})
const { folder } = values
const token = process.env.CDN_PURGE_TOKEN ?? ''
if (token.length < 16) {
	console.error('Set CDN_PURGE_TOKEN to the value that Plaudit has.')
	process.exit(1)
}
await new Promise<void>((resolve) => createServer(answerPurge).listen(Number(values.port), '127.0.0.1', resolve))
console.log(`Purges of ${folder} are taken at http://127.0.0.1:${values.port}/`)

/**
 * Takes the purges that Plaudit sends to CDN_PURGE_URL, and deletes what nginx cached under the keys. nginx fetches a page whose file is
 * gone. The process must be allowed to delete in the folder of `proxy_cache_path`.
 */
async function answerPurge(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const answer = (status: number) => void response.writeHead(status).end()
	try {
		if (request.method !== 'POST') return answer(405)
		if (!isEqual(request.headers.authorization ?? '', `Bearer ${token}`)) return answer(401)
		const { keys } = purge.parse(JSON.parse(await readBody(request)))
		await deleteTagged(new Set(keys))
		return answer(204)
	} catch (error) {
		console.error(error)
		return answer(error instanceof z.ZodError || error instanceof SyntaxError ? 400 : 500)
	}
}

async function deleteTagged(keys: ReadonlySet<string>): Promise<void> {
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue
		const path = join(entry.parentPath, entry.name)
		const tags = await readTags(path)
		if (tags.some((tag) => keys.has(tag))) await rm(path, { force: true })
	}
}

/** The surrogate keys of a cached file; none when nginx removed it meanwhile. */
async function readTags(path: string): Promise<string[]> {
	const file = await open(path).catch(() => null)
	if (!file) return []
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
		const [head = ''] = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n')
		return /^surrogate-key: (.*)$/im.exec(head)?.[1]?.trim().split(' ') ?? []
	} finally {
		await file.close()
	}
}

async function readBody(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length
		if (size > maxBodyBytes) throw new SyntaxError('The body is too large.')
		chunks.push(chunk)
	}
	return Buffer.concat(chunks).toString()
}

function isEqual(sent: string, expected: string): boolean {
	const [left, right] = [Buffer.from(sent), Buffer.from(expected)]
	return left.length === right.length && timingSafeEqual(left, right)
}
