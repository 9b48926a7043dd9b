import { rm } from 'node:fs/promises'
import { withClient } from '#platform/pg/connections.ts'
import { embeddedOwner } from '#platform/pg/engine/embedded.ts'
import { dropSlot, findSlots } from './queries.ts'
import { walStatePath } from './wal-state.ts'

/** Ends the archive of the write-ahead log when backups are turned off: the log would be kept for it until the disk is full. */
export async function dropStreams(dataDir: string): Promise<void> {
	await withClient(embeddedOwner(dataDir), async (client) => {
		const { rows } = await client.query<{ name: string }>(findSlots)
		for (const { name } of rows) await client.query(dropSlot, [name])
	})
	await rm(walStatePath(dataDir), { force: true })
}
