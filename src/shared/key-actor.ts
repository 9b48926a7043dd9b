const shape = /^key:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(.*)$/

/** The key that a history names as `key:ID:NAME`, with its name of that day; undefined for another actor. */
export function keyOfActor(actor: string | null): { id: string; name: string } | undefined {
	const [, id, name] = shape.exec(actor ?? '') ?? []
	return id === undefined || name === undefined ? undefined : { id, name }
}
