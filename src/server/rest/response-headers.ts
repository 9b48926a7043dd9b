/** How the bytes travel is the server's business: a wrong word here would desynchronise the connection. */
const framing = new Set([
	'content-length',
	'transfer-encoding',
	'connection',
	'keep-alive',
	'upgrade',
	'trailer',
])

/**
 * Headers that a function of the database asked for, their names in lower case, without those that frame the answer.
 * @throws TypeError for what no header may be called or hold
 */
export function readHeaders(pairs: readonly (readonly [string, string])[]): [string, string][] {
	// Fetch's own rules for names and values.
	for (const [name, value] of pairs) new Headers([[name, value]])
	return pairs
		.map(([name, value]): [string, string] => [name.toLowerCase(), value])
		.filter(([name]) => !framing.has(name))
}

/** Names of schemas are UTF-8 on the wire; Node and Fetch take and give the bytes of a header as Latin-1. */
export function fromHeader(value: string): string {
	return Buffer.from(value, 'latin1').toString()
}

export function toHeader(text: string): string {
	return Buffer.from(text).toString('latin1')
}
