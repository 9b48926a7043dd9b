import { gunzip } from 'node:zlib'
import { type Fetched, FetchRefused } from '#platform/http/fetch-guarded.ts'
import { brandsOf, detectConvertedFormat, detectFormat } from '#platform/media/images/image-job.ts'

/** Brands of pictures that are not decoded here: their codec is patented. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
/** Bytes in which the beginning of a page is looked for. */
const startLength = 1024

/**
 * Takes the picture from an answer. Servers that keep files packed may send them so, without a word in the headers.
 * @throws FetchRefused with what was found in place of a picture
 */
export async function readPicture({ bytes, type }: Pick<Fetched, 'bytes' | 'type'>, maxBytes: number): Promise<Buffer> {
	const picture = isGzip(bytes) ? await unpack(bytes, maxBytes) : bytes
	if (detectFormat(picture) || detectConvertedFormat(picture)) return picture
	throw new FetchRefused(nameFound(picture, type))
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

function unpack(bytes: Buffer, maxOutputLength: number): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		gunzip(bytes, { maxOutputLength }, (error, unpacked) => {
			if (!error) return resolve(unpacked)
			const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
			reject(new FetchRefused(isLarge ? 'It is packed, and too large.' : 'It is packed, and damaged.'))
		})
	})
}

function nameFound(bytes: Buffer, type: string): string {
	if (bytes.length === 0) return 'The answer is empty.'
	const start = bytes.toString('utf8', 0, startLength)
	if (/<svg[\s>]/i.test(start) || /^image\/svg/i.test(type)) return 'It is a drawing (SVG). Save it as PNG.'
	if (/^(text\/html|application\/xhtml)/i.test(type) || /<(!doctype html|html|head|body)[\s>]/i.test(start))
		return 'It is a web page, not a picture.'
	if (brandsOf(bytes).some((brand) => heicBrands.includes(brand))) return 'It is a HEIC picture. Save it as JPEG.'
	if (/^(II\*\0|MM\0\*)/.test(bytes.toString('latin1', 0, 4))) return 'It is a TIFF picture. Save it as JPEG.'
	return 'It is not a JPEG, PNG, WebP, AVIF or GIF picture.'
}
