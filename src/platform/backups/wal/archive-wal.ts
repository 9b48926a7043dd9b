import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { through } from '#platform/backups/archive/write-archive.ts'
import { encrypt } from '#platform/backups/encryption.ts'
import type { BackupTarget } from '#platform/backups/target/backup-target.ts'
import type { Config } from '#platform/config/config.ts'
import { withClient } from '#platform/pg/connections.ts'
import { advanceSlot, createSlot, dropSlot, findSlots, readPosition, slotPrefix, switchSegment } from './queries.ts'
import { nameSegment, segmentFile } from './segment-names.ts'

/** A segment that is not full is completed after this time, so that at most a minute of work can be lost. */
const switchMilliseconds = 40_000
/** The log is kept in DATA_DIR while the target is away, up to this size. */
const longestBacklog = 1024n ** 3n

/** The unbroken sequence of segments that is being archived. */
export type WalStream = { id: string; slot: string; next: bigint }

/** The log was not kept any longer: a new stream must begin with a new backup. */
export class WalGap extends Error {}

/** Archives the write-ahead log of the embedded database: its segments, as soon as they are complete. */
export function createWalArchive(
	config: Config,
	owner: pg.ClientConfig,
	target: BackupTarget,
	{ switchAfter = switchMilliseconds, backlog = longestBacklog } = {},
) {
	const folder = join(config.DATA_DIR, 'postgres', 'pg_wal')
	let stream: WalStream | undefined
	let switchedAt = 0
	let cleanAt = -1n

	/** Opens the stream of an earlier process, or begins one. */
	async function open(client: pg.Client): Promise<WalStream> {
		const { rows } = await client.query<{ name: string; at: string; lost: boolean }>(findSlots)
		const { size } = await position(client)
		let found: WalStream | undefined
		for (const { name, at, lost } of rows) {
			if (!lost && !found) found = { id: name.slice(slotPrefix.length), slot: name, next: BigInt(at) / size }
			else await client.query(dropSlot, [name])
		}
		if (found) return found
		const id = randomBytes(8).toString('hex')
		await client.query(createSlot, [slotPrefix + id])
		return open(client)
	}

	async function position(client: pg.Client) {
		const { rows } = await client.query<{ flushed: string; size: string; timeline: string }>(readPosition)
		const [{ flushed = '0', size = '1', timeline = '' } = {}] = rows
		return { flushed: BigInt(flushed), size: BigInt(size), timeline }
	}

	async function archiveSegment(segment: string): Promise<void> {
		const { BACKUP_KEY: key } = config
		const name = nameSegment(stream?.id ?? '', segment, key)
		const packed = through(createReadStream(join(folder, segment)), createGzip())
		await target.write(name, key ? encrypt(packed, key) : packed)
	}

	/** @throws WalGap when the backlog would fill the disk */
	async function limitBacklog(client: pg.Client, { slot, next }: WalStream, cause: Error): Promise<void> {
		const { flushed, size } = await position(client)
		const { bavail, bsize } = await statfs(config.DATA_DIR)
		const isLong = flushed - next * size > backlog
		if (!isLong && bavail * bsize > 2 * config.MIN_FREE_DISK_MB * 1024 ** 2) return
		await client.query(dropSlot, [slot])
		stream = undefined
		throw new WalGap(
			`The write-ahead log waited for BACKUP_TARGET and is no longer kept, so that DATA_DIR does not fill: ${cause.message} A new backup begins it again.`,
			{ cause },
		)
	}

	return {
		/** The running stream. */
		current: () => stream?.id,
		/**
		 * Archives what is complete.
		 * @returns the time up to which everything is in the target, and whether the stream is a new one
		 */
		archive(): Promise<{ until: Date }> {
			return withClient(owner, async (client) => {
				stream ??= await open(client)
				let until = new Date()
				let at = await position(client)
				const isDirty = at.flushed !== cleanAt
				const mustSwitch = isDirty && Date.now() - switchedAt >= switchAfter
				if (mustSwitch) {
					until = new Date()
					await client.query(switchSegment)
					switchedAt = Date.now()
					at = await position(client)
				}
				try {
					for (; stream.next < at.flushed / at.size; stream.next++) {
						await archiveSegment(segmentFile(at.timeline, stream.next, at.size))
						await client.query(advanceSlot, [stream.slot, String((stream.next + 1n) * at.size)])
					}
				} catch (error) {
					await limitBacklog(client, stream, error as Error)
					throw error
				}
				// A log that is at a boundary and was not touched since needs no further switch.
				if (mustSwitch) cleanAt = at.flushed
				return { until: isDirty && !mustSwitch ? new Date(switchedAt) : until }
			})
		},
	}
}
