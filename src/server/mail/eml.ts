import { randomUUID } from 'node:crypto'
import { type MailMessage, messageId } from './message.ts'

/**
 * A mail as a file (RFC 5322). The parts are 8bit, not encoded, so that a person can read
 * the link in any editor; no line of ours comes near the limit of 998.
 */
export function formatMessage(message: MailMessage, date: Date): string {
	const { from, to, subject, html, text } = message
	const boundary = `plaudit-${randomUUID()}`
	const lines = [
		`From: ${party(from)}`,
		`To: ${party(to)}`,
		`Subject: ${phrase(subject)}`,
		`Date: ${date.toUTCString().replace('GMT', '+0000')}`,
		`Message-ID: ${messageId(message)}`,
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
	return [
		`--${boundary}`,
		`Content-Type: ${type}; charset=utf-8`,
		'Content-Transfer-Encoding: 8bit',
		'',
		body,
	]
}

/** Words on one line, ASCII: if others are among them, all as encoded words (RFC 2047). */
function phrase(value: string): string {
	const line = value.replace(/[\r\n]+/g, ' ')
	if (/^[\x20-\x7e]*$/.test(line)) return line
	const words = line.match(/.{1,10}/gsu) ?? []
	const encoded = words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`)
	return encoded.join('\r\n ')
}

/** A sender or a recipient: the name as words, the address as it is. */
function party(value: string): string {
	const [, name, address] = /^(.*?)\s*(<[^<>]*>)$/s.exec(value) ?? []
	const at = (address ?? value).replace(/[\r\n]+/g, ' ')
	return name ? `${phrase(name)} ${at}` : at
}
