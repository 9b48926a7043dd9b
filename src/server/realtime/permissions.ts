import type { Db } from '#server/pg/db.ts'
import { allPermissions, type Channel, type Permissions } from './channel.ts'

const none: Permissions = {
	readBroadcast: false,
	writeBroadcast: false,
	readPresence: false,
	writePresence: false,
}

/** What the channel's caller may do on its topic: all on a public one. */
export async function authorize(_db: Db, { config }: Channel): Promise<Permissions> {
	return config.isPrivate ? none : allPermissions
}
