import { mutateText, pick, type Random, texts } from './mutate-text.ts'

const fieldNames = [
	'form',
	'kind',
	'rating',
	'photo',
	'avatar',
	'media',
	'cover',
	'idempotency_key',
	'proof',
	'website',
]
const partHeaders = [
	'content-disposition: form-data',
	'content-disposition: form-data; name=""',
	'content-disposition: form-data; name="photo"; filename=""',
	'content-disposition: form-data; name="photo"; filename*=UTF-8\'\'%zz',
	'content-disposition: attachment; name="body"',
	'content-transfer-encoding: base64',
	'content-type: multipart/mixed; boundary=b',
	'content-type: text/plain; charset=utf-16',
	': ',
	`x: ${'a'.repeat(20_000)}`,
]

/**
 * Changes one field of a form post, so that it stays a form.
 * @returns undefined for a body of another content type
 */
export function mutateForm(random: Random, body: Buffer, contentType: string): Buffer | undefined {
	const text = body.toString('latin1')
	if (contentType.startsWith('application/x-www-form-urlencoded'))
		return Buffer.from(mutateFields(random, text.split('&'), mutatePair).join('&'), 'latin1')
	const boundary = /^multipart\/form-data;.*boundary=([^;"]+)$/.exec(contentType)?.[1]
	if (boundary === undefined) return undefined
	const line = `--${boundary}`
	const parts = text.split(line)
	const fields = mutateFields(random, parts.slice(1, -1), mutatePart)
	return Buffer.from([parts[0], ...fields, parts.length > 1 ? parts.at(-1) : ''].join(line), 'latin1')
}

/** Removes, repeats, moves or changes one field. */
function mutateFields(
	random: Random,
	fields: readonly string[],
	mutate: (random: Random, field: string) => string,
): string[] {
	const at = Math.floor(random() * fields.length)
	const field = fields[at] ?? ''
	const others = fields.toSpliced(at, 1)
	switch (Math.floor(random() * 8)) {
		case 0:
			return others
		case 1:
			return [...others, field, field]
		case 2:
			return [...fields, ...Array.from({ length: 600 }, () => field)].slice(0, 700)
		case 3:
			return [field, ...others]
		default:
			return fields.toSpliced(at, 1, mutate(random, field))
	}
}

function mutatePair(random: Random, pair: string): string {
	const [name = '', value = ''] = pair.split('=')
	if (random() < 0.3) return `${mutateName(random, name)}=${value}`
	return `${name}=${random() < 0.5 ? encodeURIComponent(mutateText(random, value).toWellFormed()) : mutateText(random, value)}`
}

function mutatePart(random: Random, part: string): string {
	const end = part.indexOf('\r\n\r\n')
	const [head, content] = [part.slice(0, end), part.slice(end + 4, -2)]
	switch (Math.floor(random() * 4)) {
		case 0:
			return `${head.replace(/name="([^"]*)"/, (_, name) => `name="${mutateName(random, name)}"`)}\r\n\r\n${content}\r\n`
		case 1:
			return `\r\n${pick(random, partHeaders)}\r\n${random() < 0.5 ? head.trim() : ''}\r\n\r\n${content}\r\n`
		case 2:
			return mutateText(random, part)
		default:
			return `${head}\r\n\r\n${mutateText(random, content)}\r\n`
	}
}

/** Another field's name, or a broken one with brackets and dots. */
function mutateName(random: Random, name: string): string {
	const other = pick(random, [...fieldNames, ...texts, `${name}[${name}]`, `${name}.${name}`, `${name}.1`])
	return random() < 0.7 ? other : mutateText(random, name)
}
