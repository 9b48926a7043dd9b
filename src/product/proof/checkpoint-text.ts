/** The statement of a checkpoint, which its signature covers. Hashes are in hexadecimal. */
export type Checkpoint = {
	/** The origin of the installation. */
	instance: string
	number: number
	/** ISO 8601, in UTC. */
	made: string
	first: number
	last: number
	root: string
	/** SHA-256 of the text of the checkpoint before; null for the first. */
	previous: string | null
	/** Id of the key that signs it. */
	key: string
}

const pattern =
	/^plaudit-checkpoint-1\ninstance (\S+)\nnumber (\d{1,15})\nmade (\S+)\nentries (\d{1,15})-(\d{1,15})\nroot ([0-9a-f]{64})\nprevious (-|[0-9a-f]{64})\nkey ([0-9a-f]{64})\n$/

export function formatCheckpoint({ instance, number, made, first, last, root, previous, key }: Checkpoint): string {
	return `plaudit-checkpoint-1
instance ${instance}
number ${number}
made ${made}
entries ${first}-${last}
root ${root}
previous ${previous ?? '-'}
key ${key}
`
}

/** Reads the text of a checkpoint; null for any other text. */
export function parseCheckpoint(text: string): Checkpoint | null {
	const [, instance = '', number, made = '', first, last, root = '', previous = '', key = ''] = pattern.exec(text) ?? []
	if (!root) return null
	return {
		instance,
		number: Number(number),
		made,
		first: Number(first),
		last: Number(last),
		root,
		previous: previous === '-' ? null : previous,
		key,
	}
}
