import { execFileSync } from 'node:child_process'

/** The user of PostgreSQL and PgBouncer, which refuse to run as root: then the account `nobody`, and otherwise the one of the tests. */
export const postgresUser: { uid: number; gid: number } | { uid?: undefined; gid?: undefined } =
	process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

function idOf(flag: string): number {
	return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}
