import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Answer, empty } from '#platform/http/routing/answer.ts'
import { chooseEncoding } from './compress.ts'
import { hasEtag } from './etag.ts'

const contentTypes: Record<string, string> = {
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.ico': 'image/x-icon',
	'.webp': 'image/webp',
	'.avif': 'image/avif',
	'.jpg': 'image/jpeg',
	'.woff2': 'font/woff2',
	'.json': 'application/json; charset=utf-8',
	'.webmanifest': 'application/manifest+json',
	'.txt': 'text/plain; charset=utf-8',
	'.map': 'application/json',
}

type Asset = {
	body: Buffer
	br: Buffer | undefined
	gzip: Buffer | undefined
	type: string
	etag: string
}

/** Answers a request for a built file, or nothing when there is no such file. */
export type StaticFiles = (path: string, request: RequestHeaders) => Promise<Answer | undefined>
type RequestHeaders = { header(name: string): string | undefined }

/**
 * Serves built files from several folders under their relative paths, from memory once read.
 * Only names found at start can be asked for, so no path of a request ever reaches the disk.
 * Hashed files (`/assets/…`) are immutable; the build put `.br` and `.gz` beside them.
 */
export async function createStaticFiles(folders: readonly string[]): Promise<StaticFiles> {
	const paths = new Map<string, string>()
	for (const folder of folders) {
		const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
		for (const entry of entries) {
			if (!entry.isFile() || !contentTypes[extname(entry.name)]) continue
			const file = join(entry.parentPath, entry.name)
			paths.set(file.slice(folder.length).replaceAll('\\', '/').replace(/^\/?/, '/'), file)
		}
	}
	const loaded = new Map<string, Promise<Asset>>()

	return async (path, request) => {
		const file = paths.get(path)
		if (!file) return undefined
		const pending = loaded.get(file) ?? load(file)
		loaded.set(file, pending)
		// A newer build removed the file while this process runs; 404 makes the page reload itself.
		const asset = await pending.catch(() => undefined)
		if (!asset) loaded.delete(file)
		return asset && respond(asset, path, request)
	}
}

async function load(file: string): Promise<Asset> {
	const optional = (name: string) => readFile(name).catch(() => undefined)
	const [body, br, gzip] = await Promise.all([readFile(file), optional(`${file}.br`), optional(`${file}.gz`)])
	const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
	return { body, br, gzip, type: contentTypes[extname(file)] ?? 'application/octet-stream', etag }
}

function respond({ body, br, gzip, type, etag }: Asset, path: string, request: RequestHeaders): Answer {
	const accepted = chooseEncoding(request.header('accept-encoding'))
	const encoding = accepted === 'br' && br ? 'br' : accepted && gzip ? 'gzip' : undefined
	const encodedEtag = encoding ? etag.replace(/"$/, `-${encoding}"`) : etag
	const headers: Record<string, string> = {
		'content-type': type,
		'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
		'x-content-type-options': 'nosniff',
		vary: 'accept-encoding',
		etag: encodedEtag,
	}
	if (hasEtag(request.header('if-none-match'), encodedEtag)) return empty(304, headers)
	if (encoding) headers['content-encoding'] = encoding
	const bytes = (encoding === 'br' ? br : encoding === 'gzip' ? gzip : undefined) ?? body
	headers['content-length'] = String(bytes.length)
	return { status: 200, headers, body: bytes }
}
