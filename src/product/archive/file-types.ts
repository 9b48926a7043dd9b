import { type Container, containerHeadLength, sniffContainer } from '#platform/media/recordings/sniff-container.ts'
import { ArchiveError } from './archive-error.ts'
import type { FileLine } from './archive-format.ts'

const containerTypes: Record<Container, string[]> = {
	mov: ['video/mp4', 'audio/mp4', 'audio/x-m4a', 'video/quicktime'],
	matroska: ['video/webm', 'audio/webm', 'video/x-matroska'],
	ogg: ['audio/ogg', 'video/ogg'],
	wav: ['audio/wav', 'audio/x-wav'],
	mp3: ['audio/mpeg'],
	aac: ['audio/aac'],
	flac: ['audio/flac', 'audio/x-flac'],
}

/** Types that begin as these bytes do, the usual one first. */
function typesOf(head: Buffer): string[] {
	const text = (from: number, to: number) => head.toString('latin1', from, to)
	if (text(0, 3) === '\xff\xd8\xff') return ['image/jpeg']
	if (text(0, 8) === '\x89PNG\r\n\x1a\n') return ['image/png']
	if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return ['image/webp']
	if (text(0, 4) === 'wOF2') return ['font/woff2']
	const container = sniffContainer(head)
	return container ? containerTypes[container] : []
}

const kindsOfBucket: Record<string, RegExp> = {
	photos: /^image/,
	brand: /^(image|font)/,
	recordings: /^(image|video|audio)/,
}
const plainCaching = /^(public, )?max-age=\d{1,9}(, immutable)?$/

/**
 * Passes on the bytes of a file whose beginning is of a type that its bucket holds, and writes that type into its metadata in place of what
 * the archive says.
 * @throws ArchiveError for any other file
 */
export async function* withKnownType(
	bytes: AsyncIterable<Buffer>,
	line: Pick<FileLine, 'bucket' | 'metadata' | 'bytes'>,
	file: string,
): AsyncGenerator<Buffer> {
	let head: Buffer | undefined = Buffer.alloc(0)
	const begin = (first: Buffer) => {
		const { mimetype, cacheControl } = line.metadata
		const types = typesOf(first)
		const type = types.find((known) => known === mimetype) ?? types[0]
		if (!type || !kindsOfBucket[line.bucket]?.test(type))
			throw new ArchiveError(`${file} is no picture, recording or font that belongs there.`, { problem: 'wrong_file' })
		const isPlain = typeof cacheControl === 'string' && plainCaching.test(cacheControl)
		line.metadata = { mimetype: type, size: line.bytes, ...(isPlain && { cacheControl }) }
	}
	for await (const chunk of bytes) {
		if (!head) {
			yield chunk
			continue
		}
		head = Buffer.concat([head, chunk])
		if (head.length < containerHeadLength) continue
		begin(head)
		yield head
		head = undefined
	}
	if (!head) return
	begin(head)
	yield head
}
