import { randomUUID } from 'node:crypto'

/** A form of texts as multipart/form-data, whose names are those of this package. */
export function multipartForm(fields: Record<string, string>): { body: Buffer; headers: Record<string, string> } {
	const boundary = `plaudit-${randomUUID()}`
	const parts = Object.entries(fields).map(
		([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
	)
	return {
		body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
		headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
	}
}
