/** The pictures that are taken. Every other decoder stays shut. */
export type ImageFormat = 'jpeg' | 'png' | 'webp'

/** Bytes that a signature needs. */
export const signatureLength = 12

/** What a picture is by its first bytes, whatever its name or declared type says. */
export function sniff(head: Buffer): ImageFormat | undefined {
	if (head.length < signatureLength) return undefined
	if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
	if (head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
	const isRiff = head.toString('latin1', 0, 4) === 'RIFF'
	return isRiff && head.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined
}
