import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { withClient } from '#platform/pg/connections.ts'
import { officialClient } from '#test/support/official-client.ts'
import { startDebianCluster } from '#test/support/postgres/debian-cluster.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'
import {
	databaseBytes,
	gatherStatistics,
	seedConsents,
	seedContacts,
	seedEvents,
	seedLog,
	seedReceipts,
	seedTestimonials,
	withoutTriggers,
} from './large-installation/seed-queries.ts'
import { sendSteadily } from './large-installation/steady-submissions.ts'

/**
 * Measures what operators do to a large installation while visitors submit at a constant rate: a backup with its check, a restore, and a move to
 * another PostgreSQL and back. Run: `node tools/large-installation.ts [--testimonials 1200000] [--photos 2000] [--per-second 20]`. Exits 1 when a
 * submission fails, when the p99 during the backup is above twice the one before, or when the restore takes more than a minute.
 */
const { values } = parseArgs({
	options: {
		testimonials: { type: 'string', default: '1200000' },
		photos: { type: 'string', default: '2000' },
		'per-second': { type: 'string', default: '20' },
	},
})
const perSecond = Number(values['per-second'])
const photoBytes = 300_000
const restoreLimit = 60

const target = await mkdtemp(join(tmpdir(), 'plaudit-target-'))
const settings = { RATE_LIMITS: 'off', BACKUP_TARGET: target }
const server = await startServer(settings)
const space = await makeSpace(server.url)
const owner = new pg.Client({ host: join(server.dataDir, 'socket'), user: 'postgres', database: 'plaudit' })
await owner.connect()
const report = (what: string, figures: object) => console.log(JSON.stringify({ what, ...figures }))

const seeding = performance.now()
await owner.query(withoutTriggers)
await owner.query(seedTestimonials, [space.spaceId, space.formId, Number(values.testimonials)])
await owner.query(seedConsents, [space.spaceId, space.wording])
for (const seed of [seedContacts, seedEvents, seedLog, seedReceipts]) await owner.query(seed, [space.spaceId])
await owner.query(gatherStatistics)
await uploadPhotos(Number(values.photos))
const [size] = (await owner.query<{ bytes: number }>(databaseBytes)).rows
await owner.end()
report('seeded', { seconds: since(seeding), databaseGB: gigabytes(size?.bytes ?? 0) })

const before = await sendSteadily(server.url, space, perSecond, pause(30_000))
report('submissions alone', before)

const backingUp = performance.now()
const backup = plaudit(server, ['backup', '--json'], settings)
const during = await sendSteadily(server.url, space, perSecond, backup)
const { bytes, check } = JSON.parse(await backup) as { bytes: number; check: unknown }
report('submissions during a backup and its check', {
	...during,
	seconds: since(backingUp),
	GB: gigabytes(bytes),
	check,
})
report('submissions after it', await sendSteadily(server.url, space, perSecond, pause(30_000)))
await server.end()

const restored = { ...server, dataDir: await mkdtemp(join(tmpdir(), 'plaudit-restored-')) }
const restoring = performance.now()
await plaudit(restored, ['restore', '--json'], settings)
const restoreSeconds = since(restoring)
report('restored', { seconds: restoreSeconds })
await rm(target, { recursive: true, force: true })

const cluster = await startDebianCluster()
const { host, port, user, password } = cluster.owner
await withClient(cluster.owner, (client) => client.query("create database plaudit encoding 'UTF8' template template0"))
const url = `postgres://${user}:${password}@${host}:${port}/plaudit`
const away = await plaudit(restored, ['move', '--to', url, '--json'])
report('moved to PostgreSQL 15', figuresOf(away))
await rm(join(restored.dataDir, 'postgres'), { recursive: true, force: true })
report('moved back', figuresOf(await plaudit(restored, ['move', '--to', 'embedded', '--json'], { DATABASE_URL: url })))
await cluster.stop()
await rm(restored.dataDir, { recursive: true, force: true })
await server.stop()
process.exit(before.failed + during.failed > 0 || during.p99 > 2 * before.p99 || restoreSeconds > restoreLimit ? 1 : 0)

/** Files of a photo's size. They are random, as photos do not compress. */
async function uploadPhotos(count: number): Promise<void> {
	const { serviceRoleKey } = JSON.parse(await plaudit(server, ['keys', '--json'])) as { serviceRoleKey: string }
	const { storage } = officialClient(server.url, serviceRoleKey)
	await storage.createBucket('large')
	for (let photo = 0; photo < count; photo++) {
		const { error } = await storage.from('large').upload(`${photo}.jpg`, randomBytes(photoBytes))
		if (error) throw error
	}
}

function figuresOf(printed: string): object {
	const { tables, rows, seconds } = JSON.parse(printed) as { tables: unknown[]; rows: number; seconds: number }
	return { tables: tables.length, rows, seconds }
}

function since(began: number): number {
	return Math.round((performance.now() - began) / 100) / 10
}

function gigabytes(bytes: number): number {
	return Math.round(bytes / 1e7) / 100
}
