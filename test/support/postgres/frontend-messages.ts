/** A message of PostgreSQL's protocol; the first one of a client has no type. */
export type Message = { type: string; body: Buffer; bytes: Buffer }

/**
 * Splits what one side sends into messages.
 * @param isTyped false for a client, whose first message has no type
 */
export function createMessageReader(isTyped = false): (chunk: Buffer) => Message[] {
	let rest: Buffer = Buffer.alloc(0)
	let isStarted = isTyped
	return (chunk) => {
		rest = Buffer.concat([rest, chunk])
		const messages: Message[] = []
		for (;;) {
			const head = isStarted ? 1 : 0
			if (rest.length < head + 4) return messages
			const length = head + rest.readInt32BE(head)
			if (rest.length < length) return messages
			const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : ''
			messages.push({ type, body: rest.subarray(head + 4, length), bytes: rest.subarray(0, length) })
			isStarted = true
			rest = rest.subarray(length)
		}
	}
}

/** The text of a statement that a message parses or runs; undefined for any other message. */
export function statementText({ type, body }: Pick<Message, 'type' | 'body'>): string | undefined {
	if (type === 'Q') return textAt(body, 0)
	// A parse message begins with the statement's name.
	return type === 'P' ? textAt(body, body.indexOf(0) + 1) : undefined
}

/** The values of a bind message, as they were sent; null for null. */
export function readParameters(body: Buffer): (Buffer | null)[] {
	let at = body.indexOf(0, body.indexOf(0) + 1) + 1
	at += 2 + 2 * body.readInt16BE(at)
	const count = body.readInt16BE(at)
	at += 2
	return Array.from({ length: count }, () => {
		const length = body.readInt32BE(at)
		at += 4
		if (length < 0) return null
		at += length
		return body.subarray(at - length, at)
	})
}

function textAt(bytes: Buffer, start: number): string {
	return bytes.toString('utf8', start, bytes.indexOf(0, start))
}
