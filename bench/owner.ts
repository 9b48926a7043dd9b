import { join } from 'node:path'
import pg from 'pg'
import type { Server } from '#test/support/server-process.ts'

/** Connects to the embedded database of a server as its owner. */
export async function connectOwner({ dataDir }: Server): Promise<pg.Client> {
	const owner = new pg.Client({ host: join(dataDir, 'socket'), user: 'postgres', database: 'plaudit' })
	await owner.connect()
	return owner
}
