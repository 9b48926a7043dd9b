import { encoded, file, formats, type UploadCase } from './case.ts'
import { hide } from './chunks.ts'
import { payloads } from './payloads.ts'

const all = Object.entries(payloads)

/**
 * Files that are a picture and something else at once. A file that begins with the picture is accepted, without the
 * rest.
 */
export const polyglots: UploadCase[] = formats.flatMap((format) =>
	all.flatMap(([name, payload]) => [
		file(`${format} with ${name} behind it`, 'taken', async () => Buffer.concat([await encoded(format), payload])),
		file(`${format} with ${name} inside it`, 'taken', async () => hide(format, await encoded(format), payload)),
		file(
			`${name} with a ${format} behind it, called image/${format}`,
			'InvalidMimeType',
			async () => Buffer.concat([payload, Buffer.from('\n'), await encoded(format)]),
			`image/${format}`,
		),
	]),
)
