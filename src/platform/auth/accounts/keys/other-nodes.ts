import type pg from 'pg'
import { keyedHash } from '#platform/keys/keyed-hash.ts'
import type { Keys } from '#platform/keys/keys.ts'
import { withClient } from '#platform/pg/connections.ts'
import type { Db } from '#platform/pg/db.ts'
import { listenerName } from '#platform/pg/listener.ts'
import { findOtherNodes } from './other-nodes-queries.ts'

type OwnKeys = Pick<Keys, 'ownApiKeys' | 'secret'>
type OtherNode = { pid: number; from: string | null; since: string | null }

/**
 * `application_name` of the connection that each node keeps: it ends with a fingerprint of the API keys of its settings and keys.json, which
 * reveals none. Keys in the database are the same for all nodes.
 */
export function nameOfNode({ ownApiKeys, secret }: OwnKeys): string {
	const { configured, generated } = ownApiKeys
	const anonKey = configured.ANON_KEY ?? generated.anonKey
	const serviceRoleKey = configured.SERVICE_ROLE_KEY ?? generated.serviceRoleKey
	const fingerprint = keyedHash(secret)
		.update(`plaudit api keys of a node\n${anonKey}\n${serviceRoleKey}`)
		.digest('base64url')
	return `${listenerName} ${fingerprint.slice(0, 22)}`
}

/**
 * Compares the API keys with those of the nodes that run on the same database: a client that got its key from one would be refused by
 * the other. Nodes of versions without a fingerprint are passed over.
 * @throws Error with one line that names another node and the settings that differ
 */
export async function requireApiKeysOfOtherNodes(db: Db, owner: pg.ClientConfig, keys: OwnKeys): Promise<void> {
	// This node is seen by others from here on: of two that start at once, at least one is refused.
	await db.listen('plaudit_nodes', () => {})
	const { rows } = await withClient(owner, (client) =>
		client.query<OtherNode>(findOtherNodes, [`${listenerName} `, nameOfNode(keys)]),
	)
	const [other] = rows
	if (!other) return
	throw new Error(
		`ANON_KEY or SERVICE_ROLE_KEY differs from that of another node that runs on this database (${placeOf(other)}): give all nodes the same, as "plaudit keys export" prints them, or stop the other node first.`,
	)
}

/** Requires that no server runs on the database. @throws Error with one line that names one */
export async function requireNoNodes(owner: pg.ClientConfig): Promise<void> {
	const { rows } = await withClient(owner, (client) =>
		client.query<OtherNode>(findOtherNodes, [`${listenerName} `, '']),
	)
	const [other] = rows
	if (other) throw new Error(`A server runs on this database (${placeOf(other)}). Stop all servers first.`)
}

function placeOf({ pid, from, since }: OtherNode): string {
	return `PostgreSQL process ${pid}${from ? `, from ${from}` : ''}${since ? `, since ${since}` : ''}`
}
