import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { Tx } from '#platform/pg/db.ts'
import { everythingKey, landingKey } from '#product/http/cdn-headers.ts'
import { takeQueuedSpaces } from './queries.ts'
import { sendPurge } from './send-purge.ts'

/** Queued by `private.notify_space` in the transaction that changes what is public. */
const collectJob = 'collect_purges'
const sendJob = 'send_purge'
const service = { role: 'service_role' } as const
const payload = z.object({ keys: z.array(z.string()), isRepeated: z.boolean().default(false) })

/** Changes within this time share a request, and every node has heard of them before the CDN asks it again. */
const collectMilliseconds = 500
/** Cloudflare takes 30 tags at once, Fastly 256 keys. */
const maxKeys = 30
/** A node that lost a notification keeps a page for a minute, and the CDN may have fetched it meanwhile. */
const repeatSeconds = 65

/** Registers the purges of a CDN, if the settings name one. */
export function registerPurgeJobs({ config, db, jobs }: Deps): void {
	if (!config.CDN_PURGE_URL) return
	jobs.handle(collectJob, async (_payload, { signal }) => {
		await setTimeout(collectMilliseconds, undefined, { signal })
		await db.as(service, async (tx) => {
			const spaces = await tx.query<{ space: string }>(takeQueuedSpaces(collectJob))
			const keys = spaces.map(({ space }) => `space-${space}`)
			for (let at = 0; at < keys.length; at += maxKeys)
				await tx.query(jobs.enqueue(sendJob, { keys: keys.slice(at, at + maxKeys) }))
		})
	})
	jobs.handle(sendJob, async (given, { signal }) => {
		const { keys, isRepeated } = payload.parse(given)
		await sendPurge(config, keys, signal)
		if (isRepeated) return
		await db.as(service, (tx) => tx.final(jobs.enqueue(sendJob, { keys, isRepeated: true }, repeatSeconds)))
	})
}

/** Queues the purge of the page at `/` in the transaction that changes what it shows. */
export async function purgeLanding({ config, jobs }: Pick<Deps, 'config' | 'jobs'>, tx: Tx): Promise<void> {
	if (config.CDN_PURGE_URL) await tx.query(jobs.enqueue(sendJob, { keys: [landingKey] }))
}

/** Queues the purge of everything: pages of a former version name scripts that are no longer served. */
export async function purgeEverything({ config, db, jobs }: Deps): Promise<void> {
	if (!config.CDN_PURGE_URL) return
	await db.as(service, (tx) => tx.final(jobs.enqueue(sendJob, { keys: [everythingKey], isRepeated: true })))
}
