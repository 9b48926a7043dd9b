import { chmod, chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findUnprivilegedUser } from '#platform/pg/engine/embedded-cluster.ts'

/** Gives the restored cluster in a data directory to the user that PostgreSQL runs as when this process is root. */
export async function giveToPostgres(dataDir: string): Promise<void> {
	const cluster = join(dataDir, 'postgres')
	await chmod(cluster, 0o700)
	if (process.getuid?.() !== 0) return
	const { uid, gid } = await findUnprivilegedUser()
	await chown(cluster, uid, gid)
	for (const name of await readdir(cluster, { recursive: true })) await chown(join(cluster, name), uid, gid)
}
