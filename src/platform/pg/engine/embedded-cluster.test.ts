import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findUnprivilegedUser, initCluster, requireOwnFolders, requireSpace } from './embedded-cluster.ts'

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-cluster-'))
	await mkdir(join(folder, 'postgres'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a first start on a disk that is too small is refused with the size that it needs', async () => {
	await expect(requireSpace(folder, 0)).resolves.toBeUndefined()
	await expect(requireSpace(folder, 2 ** 60)).rejects.toThrow(
		/^DATA_DIR \(.*\) has \d+ MiB of free space, and a first start needs 1099511627776 MiB\. Free some, or name/,
	)
})

it('a database of another user is refused with both user IDs', async () => {
	const { uid, gid } = await stat(folder)
	await expect(requireOwnFolders(folder, { uid, gid })).resolves.toBeUndefined()
	await expect(requireOwnFolders(join(folder, 'none'), { uid: uid + 1, gid })).resolves.toBeUndefined()
	await expect(requireOwnFolders(folder, { uid: uid + 1, gid })).rejects.toThrow(
		`postgres belongs to user ID ${uid}, and PostgreSQL would run as user ID ${uid + 1}. Start Plaudit as the user`,
	)
})

it('the unprivileged user is found without PATH', async () => {
	const { PATH } = process.env
	try {
		process.env.PATH = '/nowhere'
		expect((await findUnprivilegedUser()).uid).toBeGreaterThan(0)
	} finally {
		process.env.PATH = PATH
	}
})

it('a cluster that cannot be made is reported in one line, and leaves nothing', async () => {
	const failed = await initCluster('/bin/false', join(folder, 'cluster'), undefined).catch((error: Error) => error)
	expect(failed).toHaveProperty('message', expect.stringMatching(/^PostgreSQL could not be set up in [^\n]+\.$/))
	expect(await readdir(folder)).toEqual(['postgres'])
})
