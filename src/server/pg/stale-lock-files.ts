import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * Makes PostgreSQL accept the lock files of a postmaster that has ended. After the restart of a container, the id in them may
 * be that of a thread of this process, which PostgreSQL takes for a running postmaster; it accepts the id of its parent.
 */
export async function releaseThreadIds(folder: string, { host, port }: pg.ClientConfig) {
	for (const path of [join(folder, 'postmaster.pid'), join(host ?? '', `.s.PGSQL.${port}.lock`)]) {
		const text = await readFile(path, 'utf8').catch(() => '')
		const pid = Math.abs(Number.parseInt(text, 10))
		if (!pid || pid === process.pid) continue
		const isThread = await access(`/proc/self/task/${pid}`).then(
			() => true,
			() => false,
		)
		if (isThread) await writeFile(path, text.replace(/^-?\d+/, String(process.pid)))
	}
}
