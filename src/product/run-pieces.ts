/**
 * Runs a long job as short pieces of work. Another node, or this one after its start, goes on with the rest.
 * @param piece resolves to false when nothing is left
 * @throws the reason of the signal, between two pieces
 */
export async function runPieces(signal: AbortSignal, piece: () => Promise<boolean | undefined>): Promise<void> {
	do signal.throwIfAborted()
	while (await piece())
}
