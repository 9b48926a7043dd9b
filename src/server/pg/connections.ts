import type { Socket } from 'node:net'
import type pg from 'pg'

/** For connections that stay open: the kernel asks after a while of quiet whether the other side is still there. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 20_000 }

/** The same from PostgreSQL's side: a node that vanished without a word must not keep its locks for hours. */
export const watchful =
	'set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/** How often a connection is asked whether it still answers, and how long it may think, in milliseconds. */
export type Pulse = { every: number; patience: number }
const usualPulse: Pulse = { every: 20_000, patience: 10_000 }

/**
 * Asks a connection of its own again and again, and gives it up when it does not answer.
 * @returns what ends the asking
 */
export function feelPulse(client: pg.Client, { every, patience } = usualPulse): () => void {
	const question = { text: 'select', query_timeout: patience } as pg.QueryConfig
	let beat: NodeJS.Timeout
	const wait = () => {
		beat = setTimeout(() => client.query(question).then(wait, giveUp), every).unref()
	}
	const giveUp = () => streamOf(client).destroy()
	wait()
	return () => clearTimeout(beat)
}

/** Ends a connection in words, or without them when the other side does not listen any more. */
export async function endConnection(client: pg.Client, patience = 2000): Promise<void> {
	const cut = setTimeout(() => streamOf(client).destroy(), patience)
	await client.end().catch(() => {})
	clearTimeout(cut)
}

/** The socket of a connection, encrypted or not. */
export function streamOf(client: pg.ClientBase): Socket {
	return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
