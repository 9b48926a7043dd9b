import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { type Deliver, type MailMessage, messageId } from './mail-message.ts'

/** The folder of mails that are written instead of sent. */
export const outboxFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'outbox')

/** Header of a written mail with the ids of the rows that it is about. */
export const aboutHeader = 'X-Plaudit-About'

/**
 * Writes each mail to `<folder>/<time>-<to>.eml` instead of sending it. Files are renamed into place, so that a
 * reader never sees a partial mail.
 * @param onWritten receives the id of the mail
 */
export function createOutbox(folder: string, onWritten: (id: string) => void): Deliver {
	let last = 0
	return async (message) => {
		// Two mails of the same millisecond get different names, in order.
		last = Math.max(Date.now(), last + 1)
		const date = new Date(last)
		const time = date.toISOString().replace(/[:.]/g, '-')
		const recipient = message.to.replace(/[^\w@.+-]/g, '_').slice(0, 120)
		await mkdir(folder, { recursive: true, mode: 0o700 })
		const path = join(folder, `${time}-${recipient}.eml`)
		await writeFile(`${path}.part`, formatMessage(message, date), { mode: 0o600, flush: true })
		await rename(`${path}.part`, path)
		onWritten(message.id)
	}
}

/**
 * A mail as a file (RFC 5322). The parts are 8bit, so that a person can read the link in an editor; no line comes
 * near the limit of 998.
 */
function formatMessage(message: MailMessage, date: Date): string {
	const { from, to, subject, html, text, replyTo, headers = {}, about = [] } = message
	const boundary = `plaudit-${randomUUID()}`
	const lines = [
		`From: ${formatMailbox(from)}`,
		`To: ${formatMailbox(to)}`,
		`Subject: ${encodePhrase(subject)}`,
		`Date: ${date.toUTCString().replace('GMT', '+0000')}`,
		`Message-ID: ${messageId(message)}`,
		...(about.length > 0 ? [`${aboutHeader}: ${about.join('\r\n ')}`] : []),
		...(replyTo ? [`Reply-To: ${formatMailbox(replyTo)}`] : []),
		...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
		'MIME-Version: 1.0',
		`Content-Type: multipart/alternative; boundary="${boundary}"`,
		'',
		...part(boundary, 'text/plain', text),
		...part(boundary, 'text/html', html),
		`--${boundary}--`,
		'',
	]
	return lines.join('\r\n').replace(/\r?\n/g, '\r\n')
}

function part(boundary: string, type: string, body: string): string[] {
	return [`--${boundary}`, `Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit', '', body]
}

/** A header text on one line: ASCII as it is, anything else as encoded words (RFC 2047). */
function encodePhrase(value: string): string {
	const line = value.replace(/[\r\n]+/g, ' ')
	if (/^[\x20-\x7e]*$/.test(line)) return line
	const words = line.match(/.{1,10}/gsu) ?? []
	const encoded = words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`)
	return encoded.join('\r\n ')
}

/** A sender or recipient: the name encoded, the address as it is. */
function formatMailbox(value: string): string {
	const [, name, address] = /^(.*?)\s*(<[^<>]*>)$/s.exec(value) ?? []
	const at = (address ?? value).replace(/[\r\n]+/g, ' ')
	const plain = name?.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1')
	if (!plain) return at
	const phrase = encodePhrase(plain)
	const needsQuotes = phrase === plain && /[^\w !#$%&'*+/=?^`{|}~-]/.test(plain)
	return `${needsQuotes ? `"${plain.replace(/["\\]/g, '\\$&')}"` : phrase} ${at}`
}
